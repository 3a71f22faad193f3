import type { StackFrame } from '@espalier/domain'

/** An error without personal data. */
export interface ErrorReport {
  readonly origin: 'server' | 'page'
  readonly type: string
  readonly text: string
  /** The outermost frame comes first. */
  readonly frames: readonly StackFrame[]
  /** The page's path without ids. Null if it happened on the server. */
  readonly place: string | null
}

/** Sends errors to the operator's service. It never fails, and nothing waits for it. */
export interface ErrorReports {
  report(report: ErrorReport): void
}

export interface PageView {
  /** A random id that a browser has given itself. */
  readonly visitor: string
  /** The page's path without ids. */
  readonly place: string
  readonly at: Date
}

/** Sends page views to the operator's service. It never fails, and nothing waits for it. */
export interface PageViews {
  count(view: PageView): void
}

import type { StackFrame } from '@espalier/domain'

/** An error, with nothing in it that is anybody's. */
export interface ErrorReport {
  readonly origin: 'server' | 'page'
  readonly type: string
  readonly text: string
  /** The outermost first. */
  readonly frames: readonly StackFrame[]
  /** The page's address, without ids. Null: it happened on the server. */
  readonly place: string | null
}

/** Takes errors to where the operator reads them. It never fails and nobody waits for it. */
export interface ErrorReports {
  report(report: ErrorReport): void
}

export interface PageView {
  /** A random id that a browser has given itself. */
  readonly visitor: string
  /** The page's address, without ids. */
  readonly place: string
  readonly at: Date
}

/** Takes page views to where the operator counts them. It never fails and nobody waits for it. */
export interface PageViews {
  count(view: PageView): void
}

export const categories = ['performance', 'accessibility', 'best-practices'] as const
export type Category = (typeof categories)[number]

/** The used part of a Lighthouse report. */
export interface Report {
  readonly lighthouseVersion: string
  readonly environment: { readonly hostUserAgent: string }
  readonly runtimeError?: { readonly code: string; readonly message: string }
  readonly categories: Record<
    Category,
    { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
  >
  readonly audits: Record<string, Audit>
}

export interface Audit {
  readonly title: string
  readonly score: number | null
  readonly displayValue?: string
}

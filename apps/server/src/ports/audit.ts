/** What the operator must be able to look up later. */
export type Audit = (event: {
  readonly kind: string
  readonly [field: string]: string | number | boolean | null | undefined
}) => void

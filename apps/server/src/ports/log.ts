/** Writes one structured line per call. The server's logger implements it. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Records an event that the operator must be able to look up later. */
export type Audit = (event: {
  readonly kind: string
  readonly [field: string]: string | number | boolean | null | undefined
}) => void

/** The database cannot be started. The message is one line for the operator, and all that need be shown. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}

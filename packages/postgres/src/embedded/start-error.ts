/** The database cannot be started. The message is one line for the operator and sufficient. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}

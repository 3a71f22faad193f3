/** Ends the command with this line on standard error. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

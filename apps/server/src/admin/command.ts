import type { Workshop } from './workshop.ts'

/** Ends the command with this line on standard error. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

export interface Command {
  readonly name: string
  /** What follows the name, such as EMAIL. */
  readonly parameters: readonly string[]
  readonly summary: string
  /** The line to print, or CommandFailed. */
  run(workshop: Workshop, values: readonly string[]): Promise<string>
}

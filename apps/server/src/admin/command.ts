import type { Workshop } from './workshop.ts'

export interface Command {
  readonly name: string
  /** What follows the name, such as EMAIL. */
  readonly parameters: readonly string[]
  readonly summary: string
  /** The line to print, or CommandFailed. */
  run(workshop: Workshop, values: readonly string[]): Promise<string>
}

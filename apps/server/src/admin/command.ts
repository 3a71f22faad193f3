import type { AdminContext } from './workshop.ts'

export interface AdminCommand {
  readonly name: string
  /** What follows the name, such as EMAIL. */
  readonly parameters: readonly string[]
  readonly summary: string
  /** The line to print, or CommandFailed. */
  run(workshop: AdminContext, values: readonly string[]): Promise<string>
}

import type { Api } from './api.ts'
import type { ExitCode } from './exit-codes.ts'

export interface CommandOptions {
  readonly project?: string
  readonly parent?: string
  readonly node?: string
  readonly depth?: string
  readonly watch?: boolean
  readonly json?: boolean
}

export interface CommandCall {
  readonly api: Api
  readonly words: readonly string[]
  readonly options: CommandOptions
  /** Ends a command that would go on forever. */
  readonly stop: AbortSignal
  /** Writes the lines for people, or the value for programs. */
  print(value: object, lines: readonly string[]): void
}

export interface Command {
  readonly mostWords: number
  /** The options that the command requires. */
  readonly needs?: string
  run(call: CommandCall): Promise<ExitCode>
}

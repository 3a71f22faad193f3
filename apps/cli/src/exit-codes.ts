/** The exit codes, which say how a command ended. */
export const exitCodes = {
  done: 0,
  /** The server refused, did not find or did not answer. */
  failed: 1,
  /** The command or the settings are wrong; nothing was sent. */
  usage: 2,
  /** Somebody else was faster, or the file has conflicts. */
  conflict: 3,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** An expected failure, which is shown in one line. */
export class CommandFailure extends Error {
  readonly code: ExitCode

  constructor(code: ExitCode, line: string) {
    // The text of a server may have several lines.
    super(line.replace(/\s*\n\s*/gu, ' ').trim())
    this.code = code
  }
}

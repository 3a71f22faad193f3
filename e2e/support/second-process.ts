import { launchServer, stopServer } from './process.ts'

export interface SecondReport {
  readonly firstPid: number | undefined
  readonly exitCode: number | string
  readonly output: string
  /** The answer of the first one at /readyz afterwards. */
  readonly firstStatus: number
}

/** Starts two servers on one data directory, one after the other. */
export async function secondOnSameFolder(settings: Record<string, string | undefined>): Promise<SecondReport> {
  const first = launchServer(settings)
  try {
    const url = await first.ready
    const second = launchServer(settings)
    const exitCode = await second.ended
    const { status } = await fetch(`${url}/readyz`)
    return { firstPid: first.child.pid, exitCode, output: second.output().trim(), firstStatus: status }
  } finally {
    await stopServer(first)
  }
}

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardDataDir } from '@espalier/postgres/testing'
import { launchServer, stopServer, type ServerProcess } from '../support/process.ts'

export interface AttackedServer {
  readonly url: string
  readonly dataDir: string
  readonly process: ServerProcess
  /** Stops the server and keeps its data for inspection. */
  halt(): Promise<void>
  /** Ends it and starts it again on the same data, with other settings. */
  restart(settings: Record<string, string>): Promise<AttackedServer>
  discard(): Promise<void>
}

/** Starts the product like an operator, with everything embedded, in a separate folder. */
export async function startAttackedServer(settings: Record<string, string> = {}): Promise<AttackedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-attacked-'))
  await chmod(folder, 0o711)
  return startIn(folder, settings)
}

async function startIn(folder: string, settings: Record<string, string>): Promise<AttackedServer> {
  const dataDir = join(folder, 'data')
  const embedded = { DATA_DIR: dataDir, DATABASE_URL: undefined, RATE_LIMITS: 'off' }
  const server = launchServer({ ...embedded, ...settings })
  const url = await server.ready
  let isOver = false
  const halt = async (): Promise<void> => {
    if (!isOver) await stopServer(server)
    isOver = true
  }
  return {
    url,
    dataDir,
    process: server,
    halt,
    async restart(others) {
      await halt()
      return startIn(folder, others)
    },
    async discard() {
      await halt()
      await discardDataDir(dataDir)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardDataDir } from '@espalier/postgres/testing'
import { launchServer, stopServer } from '../e2e/support/process.ts'
import type { Figure } from './figure.ts'

const limitMs = 5_000

/** From the launch of the process to 200 on /readyz, on a data directory that exists already. */
export async function start(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-bench-'))
  try {
    const first = await timeToReady(dataDir)
    const second = await timeToReady(dataDir)
    return [
      { name: 'first start, empty data directory', value: `${first.toFixed(0)} ms`, limit: 'none', holds: true },
      { name: 'second start', value: `${second.toFixed(0)} ms`, limit: `${limitMs} ms`, holds: second < limitMs },
    ]
  } finally {
    await discardDataDir(dataDir)
  }
}

async function timeToReady(dataDir: string): Promise<number> {
  const before = performance.now()
  const server = launchServer({ DATA_DIR: dataDir, DATABASE_URL: undefined })
  const url = await server.ready
  const answer = await fetch(`${url}/readyz`)
  const took = performance.now() - before
  await stopServer(server)
  if (answer.status !== 200) throw new Error(`/readyz answered ${answer.status}`)
  return took
}

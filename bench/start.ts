import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardDataDir } from '@espalier/postgres/testing'
import { launchServer, stopServer } from '../e2e/support/process.ts'
import type { BenchOptions, Measured } from './bench.ts'
import { count } from './report.ts'

const limitMs = 5_000

/** Measures from the launch of the process to 200 on /readyz on an existing data directory. */
export async function start({ log }: BenchOptions): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-bench-'))
  try {
    const first = await timeToReady(dataDir)
    log(`first start ${first.toFixed(0)} ms`)
    const second = await timeToReady(dataDir)
    log(`second start ${second.toFixed(0)} ms`)
    const figures = [
      {
        name: 'first start, on an empty data directory',
        measured: `${count(Math.round(first))} ms`,
        limit: 'none',
        holds: true,
      },
      {
        name: 'second start, from the command to `/readyz`, PostgreSQL included',
        measured: `${count(Math.round(second))} ms`,
        limit: `${count(limitMs)} ms`,
        holds: second < limitMs,
      },
    ]
    return { figures }
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

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardDataDir, startTestCluster, testDatabase } from '@espalier/postgres/testing'
import { launchServer, stopServer } from '../e2e/support/process.ts'
import type { BenchOptions, Measured } from './bench.ts'
import { type Figure, median } from './figure.ts'
import { count } from './report.ts'

const limitMs = 5_000
const ownLimitMs = 1_500
/** The script that `npm start` runs. */
const startProgram = ['tools/start.mjs']

/**
 * Measures from the launch of the process to 200 on /readyz on an existing data directory, and what of it is our own
 * code.
 */
export async function start({ isQuick, log }: BenchOptions): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-bench-'))
  try {
    const first = await timeToReady(dataDir)
    log(`first start ${first.toFixed(0)} ms`)
    const second = await timeToReady(dataDir)
    log(`second start ${second.toFixed(0)} ms`)
    const figures: Figure[] = [
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
    return { figures: [...figures, await ownCode(isQuick ? 2 : 7, second, log)] }
  } finally {
    await discardDataDir(dataDir)
  }
}

/**
 * Our own part is a start beside a PostgreSQL that already runs, with an existing database: it includes looking for
 * changed sources, loading the code and checking the migrations..
 */
async function ownCode(rounds: number, embedded: number, log: BenchOptions['log']): Promise<Figure> {
  const cluster = await startTestCluster()
  const database = await testDatabase([])
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-bench-'))
  try {
    const times: number[] = []
    for (let round = -1; round < rounds; round += 1) {
      const took = await timeToReady(dataDir, database.connectionString)
      if (round >= 0) times.push(took)
      else log(`start on an empty database ${took.toFixed(0)} ms`)
    }
    const own = median(times)
    log(`starts beside a running database: ${times.map((took) => took.toFixed(0)).join(', ')} ms`)
    return {
      name: `\`npm start\`, our own code: beside a PostgreSQL that already runs, median of ${rounds}`,
      measured: `${count(Math.round(own))} ms`,
      peer: `with the embedded PostgreSQL: ${count(Math.round(embedded))} ms`,
      limit: `${count(ownLimitMs)} ms`,
      holds: own <= ownLimitMs,
      isHighlight: true,
    }
  } finally {
    await database.drop()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function timeToReady(dataDir: string, database?: string): Promise<number> {
  const before = performance.now()
  const server = launchServer({ DATA_DIR: dataDir, DATABASE_URL: database }, { program: startProgram })
  const url = await server.ready
  const answer = await fetch(`${url}/readyz`)
  const took = performance.now() - before
  await stopServer(server)
  if (answer.status !== 200) throw new Error(`/readyz answered ${answer.status}`)
  return took
}

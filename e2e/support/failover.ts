import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '@espalier/postgres'
import { startReplicatedCluster } from '@espalier/postgres/testing'
import { compareWithStored, type LedgerDifference } from './ledger.ts'
import { registered } from './person.ts'
import { launchServer, stopServer } from './process.ts'
import { startWriters } from './writers.ts'

export interface FailoverPlan {
  readonly servers: number
  /** Answered writes before the primary is killed, and again after the standby was promoted. */
  readonly writes: number
  /** The time without a database that accepts writes. */
  readonly withoutMs: number
}

export interface FailoverReport extends LedgerDifference {
  readonly answered: number
  readonly unlike: number
  /** The time from the promotion to the first answer. */
  readonly recoveredMs: number
  /** Servers that became ready again by themselves. */
  readonly ready: number
}

const writers = 6
const readyMs = 10_000

/** The database's machine is lost under load, and its synchronous standby takes over. */
export async function failoverUnderLoad({ servers, writes, withoutMs }: FailoverPlan): Promise<FailoverReport> {
  const cluster = await startReplicatedCluster()
  const folder = await mkdtemp(join(tmpdir(), 'espalier-failover-'))
  const settings = {
    DATABASE_URL: cluster.connectionString,
    SECRET_KEY: 'the same one on all servers of this database',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  }
  const processes = Array.from({ length: servers }, (_, index) =>
    launchServer({ ...settings, DATA_DIR: join(folder, String(index)) }),
  )
  try {
    const origins = await Promise.all(processes.map(({ ready }) => ready))
    const [origin = ''] = origins
    const person = await registered(origin, 'ann@example.com')
    const projectId = await person.createProject(origin, 'Orchard')
    const work = startWriters({ person, projectId, count: writers, origins })
    await work.whenAnswered(writes)
    await cluster.killPrimary()
    await pause(withoutMs)
    const before = work.answered.length
    await cluster.promoteStandby()
    const promoted = performance.now()
    await work.whenAnswered(before + 1)
    const recoveredMs = performance.now() - promoted
    await work.whenAnswered(before + writes)
    await work.stop()
    const ready = await Promise.all(origins.map(untilReady))
    const pool = openPool({ connectionString: cluster.connectionString })
    const comparison = await compareWithStored(pool, projectId, work.answered).finally(() => pool.end())
    const { unlike } = work
    return { answered: work.answered.length, unlike, recoveredMs, ready: ready.filter(Boolean).length, ...comparison }
  } finally {
    await Promise.all(processes.map(stopServer))
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function untilReady(url: string): Promise<boolean> {
  const end = performance.now() + readyMs
  while (performance.now() < end) {
    if ((await fetch(`${url}/readyz`)).status === 200) return true
    await pause(100)
  }
  return false
}

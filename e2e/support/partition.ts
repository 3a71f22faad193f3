import { setTimeout as pause } from 'node:timers/promises'
import { openDatabaseRelay, type DatabaseRelay } from '@espalier/postgres/testing'
import { compareWithStored, type AnsweredWrite } from './ledger.ts'
import { registered, type Person } from './person.ts'
import { serverGroup, type ServerGroup } from './several-servers.ts'
import { startWriters, type Writers } from './writers.ts'

export interface PartitionPlan {
  readonly cuts: number
  readonly cutMs: number
}

export interface PartitionReport {
  readonly answered: number
  readonly lost: number
  readonly twice: number
  /** The number of cuts in which the cut-off server left a transaction open. */
  readonly heldLocks: number
  /** The longest time without an answered write to some project on the connected servers. */
  readonly longestGapMs: number
  /** The time from the end of the last cut to the first answer of the cut-off server. */
  readonly recoveredMs: number
}

const projects = ['Orchard', 'Hedge']
const between = { cutsMs: 2_000, looksMs: 100 }
const patienceMs = 60_000

interface Load {
  readonly projectId: string
  readonly writers: readonly Writers[]
  /** The times at which the remaining servers answered. */
  readonly answeredAt: number[]
}

/**
 * One of three servers loses its connection to the database without closing it, while people write through all three.
 */
export async function partitionUnderLoad({ cuts, cutMs }: PartitionPlan): Promise<PartitionReport> {
  const group = await serverGroup()
  const relay = await openDatabaseRelay(group.database.connection)
  try {
    const [one, two] = await group.start(2)
    const [three] = await group.start(1, { DATABASE_URL: relay.connectionString })
    if (one === undefined || two === undefined || three === undefined) throw new Error('no servers')
    const person = await registered(one.url, 'ann@example.com')
    const loads = await Promise.all(
      projects.map((title) => startLoad(person, title, { staying: [one.url, two.url], cut: three.url })),
    )
    const held: boolean[] = []
    let longestGapMs = 0
    for (let cut = 0; cut < cuts; cut += 1) {
      await pause(between.cutsMs)
      const { gapMs, hasHeld } = await cutOnce(group, relay, loads, cutMs)
      longestGapMs = Math.max(longestGapMs, gapMs)
      held.push(hasHeld)
    }
    const recoveredMs = await untilReady(three.url)
    await Promise.all(loads.flatMap(({ writers }) => writers.map((one) => one.stop())))
    const comparisons = await Promise.all(loads.map(({ projectId, writers }) => compare(group, projectId, writers)))
    const sum = (of: (part: (typeof comparisons)[number]) => number): number =>
      comparisons.reduce((all, part) => all + of(part), 0)
    return {
      answered: sum(({ answered }) => answered),
      lost: sum(({ lost }) => lost),
      twice: sum(({ twice }) => twice),
      heldLocks: held.filter(Boolean).length,
      longestGapMs,
      recoveredMs,
    }
  } finally {
    relay.restore()
    await group.stop()
    await relay.stop()
  }
}

interface Origins {
  readonly staying: readonly string[]
  readonly cut: string
}

async function startLoad(person: Person, title: string, { staying, cut }: Origins): Promise<Load> {
  const projectId = await person.createProject(cut, title)
  const answeredAt: number[] = []
  const onAnswer = (): void => void answeredAt.push(performance.now())
  const steady = startWriters({ person, projectId, count: 2, origins: staying, pauseMs: 5, onAnswer })
  // Writes that the cut-off server does not answer are sent to another one under the same operation id.
  const moving = startWriters({ person, projectId, count: 3, origins: [cut, ...staying, cut], pauseMs: 5 })
  await Promise.all([steady.whenAnswered(5), moving.whenAnswered(5)])
  return { projectId, answeredAt, writers: [steady, moving] }
}

async function cutOnce(group: ServerGroup, relay: DatabaseRelay, loads: readonly Load[], cutMs: number) {
  const from = performance.now()
  relay.silence()
  const hasHeld = await leftTransactionOpen(group)
  await pause(cutMs)
  const to = performance.now()
  relay.restore()
  const gaps = loads.map(({ answeredAt }) => longestGap(answeredAt, from, to))
  return { gapMs: Math.max(...gaps), hasHeld }
}

async function leftTransactionOpen({ database }: ServerGroup): Promise<boolean> {
  await pause(between.looksMs * 2)
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and client_port is not null
       and state = 'idle in transaction' and state_change < clock_timestamp() - interval '100 ms'`,
  )
  return (rowCount ?? 0) > 0
}

function longestGap(times: readonly number[], from: number, to: number): number {
  const inside = [from, ...times.filter((time) => time > from && time < to), to]
  return Math.max(...inside.slice(1).map((time, index) => time - (inside[index] ?? time)))
}

async function untilReady(url: string): Promise<number> {
  const before = performance.now()
  while (performance.now() - before < patienceMs) {
    if ((await fetch(`${url}/readyz`)).status === 200) return performance.now() - before
    await pause(between.looksMs)
  }
  return Number.POSITIVE_INFINITY
}

async function compare({ database }: ServerGroup, projectId: string, writers: readonly Writers[]) {
  const writes: readonly AnsweredWrite[] = writers.flatMap(({ answered }) => answered)
  return { answered: writes.length, ...(await compareWithStored(database.pool, projectId, writes)) }
}

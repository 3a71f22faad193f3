import { setTimeout as pause } from 'node:timers/promises'
import { followProject, type FollowingPage } from './following-page.ts'
import { differences, readProjectSeq } from './ledger.ts'
import { registered, type Person } from './person.ts'
import { openRelay, type Relay } from './relay.ts'
import { serverGroup, type ServerGroup } from './several-servers.ts'
import { startWriters, type Writers } from './writers.ts'

export interface DropReport {
  readonly drops: number
  /**
   * The time from each reconnect to a replica with everything the tables had at that moment; infinite when it took too
   * long.
   */
  readonly healedMs: readonly number[]
  /** Nodes that a page showed differently from the tables whenever the writers paused. */
  readonly shownOtherwise: number
  readonly written: number
}

export interface DropPlan {
  readonly pages: number
  /** After each round the writers pause and every replica is compared with the tables. */
  readonly rounds: number
  /** The time a page is disconnected at each drop of a round. */
  readonly awayMs: (page: number) => readonly number[]
}

const patienceMs = 20_000
const writers = 2

interface Place {
  readonly group: ServerGroup
  readonly person: Person
  readonly projectId: string
}

interface BreakableConnection {
  readonly relay: Relay
  readonly page: FollowingPage
}

/** Pages on two servers are disconnected repeatedly while others write. */
export async function dropSockets({ pages, rounds, awayMs }: DropPlan): Promise<DropReport> {
  const group = await serverGroup()
  const lines: BreakableConnection[] = []
  try {
    const origins = (await group.start(2)).map(({ url }) => url)
    const [origin = ''] = origins
    const person = await registered(origin, 'ann@example.com')
    const context = { group, person, projectId: await person.createProject(origin, 'Orchard') }
    for (let count = 0; count < pages; count += 1) {
      lines.push(await openPage(context, origins[count % origins.length] ?? ''))
    }
    const healedMs: number[] = []
    let [shownOtherwise, written] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const work = startWriters({ person, projectId: context.projectId, count: writers, origins, pauseMs: 10 })
      const healed = await Promise.all(lines.map((line, at) => dropEach(context, line, { work, times: awayMs(at) })))
      await work.stop()
      healedMs.push(...healed.flat())
      written += work.answered.length
      shownOtherwise += await heldAgainstTables(context, lines)
    }
    return { drops: healedMs.length, healedMs, shownOtherwise, written }
  } finally {
    for (const { page, relay } of lines) {
      page.stop()
      await relay.stop()
    }
    await group.stop()
  }
}

async function openPage({ person, projectId }: Place, server: string): Promise<BreakableConnection> {
  const relay = await openRelay(server)
  const page = await followProject({ person, projectId, origin: () => relay.url })
  await page.listens(0, patienceMs)
  return { relay, page }
}

interface Dropping {
  readonly work: Writers
  readonly times: readonly number[]
}

async function dropEach(
  { group, projectId }: Place,
  { relay, page }: BreakableConnection,
  dropping: Dropping,
): Promise<number[]> {
  const { work, times } = dropping
  const healed: number[] = []
  for (const awayMs of times) {
    relay.cut()
    await pause(awayMs)
    // A gap in which nothing happened proves nothing. Waiting for one more than can be in flight ensures that at least
    // one began in it.
    await work.whenAnswered(work.answered.length + writers + 1)
    const mendedAt = performance.now()
    relay.restore()
    const openedAt = await page.listens(mendedAt, patienceMs)
    const isThere = await page.reaches(await readProjectSeq(group.database.pool, projectId), patienceMs)
    healed.push(openedAt !== null && isThere ? performance.now() - openedAt : Number.POSITIVE_INFINITY)
  }
  return healed
}

async function heldAgainstTables({ group, projectId }: Place, lines: readonly BreakableConnection[]): Promise<number> {
  const { pool } = group.database
  const seq = await readProjectSeq(pool, projectId)
  const others = await Promise.all(
    lines.map(async ({ page }) => {
      await page.reaches(seq, patienceMs)
      return differences(pool, projectId, page.replica)
    }),
  )
  return others.reduce((sum, other) => sum + other, 0)
}

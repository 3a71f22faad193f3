import { runAdmin } from './admin.ts'
import { followProject } from './following-page.ts'
import { compareWithStored, type LedgerDifference, differences, readProjectSeq } from './ledger.ts'
import { registered } from './person.ts'
import { serverGroup, type Member, type ServerGroup } from './several-servers.ts'
import { startWriters } from './writers.ts'

export interface KillReport extends LedgerDifference {
  readonly kills: number
  readonly answered: number
  readonly retries: number
  /** Retries that got a different answer than the first. */
  readonly unlike: number
  /** Nodes that a page that followed all the time shows differently from the tables. */
  readonly shownOtherwise: number
  /** The output of `admin check`. */
  readonly check: string
}

export interface KillPlan {
  readonly kills: number
  readonly writes: number
  readonly servers: number
}

const writers = 6
const patienceMs = 20_000

/** Servers are killed in turn while people write and a page follows; a killed one is restarted at once. */
export async function killUnderLoad({ kills, writes, servers }: KillPlan): Promise<KillReport> {
  const group = await serverGroup()
  try {
    const first = await group.start(servers)
    const origins = first.map(({ url }) => url)
    const [origin = ''] = origins
    const person = await registered(origin, 'ann@example.com')
    const projectId = await person.createProject(origin, 'Orchard')
    let turn = 0
    const next = (): string => origins[(turn += 1) % origins.length] ?? ''
    const page = await followProject({ person, projectId, origin: next })
    const work = startWriters({ person, projectId, count: writers, origins, most: writes })
    await killInTurn(group, first, {
      kills,
      ripe: (kill) => work.whenAnswered(Math.ceil((kill * writes) / (kills + 1))),
    })
    await work.whenAnswered(writes)
    await work.stop()
    const { pool, connectionString } = group.database
    await page.reaches(await readProjectSeq(pool, projectId), patienceMs)
    const shownOtherwise = await differences(pool, projectId, page.replica)
    page.stop()
    const { output } = await runAdmin({ DATABASE_URL: connectionString, DATA_DIR: first[0]?.dataDir }, 'check')
    const { answered, retries, unlike } = work
    const held = await compareWithStored(pool, projectId, answered)
    return { kills, answered: answered.length, retries, unlike, shownOtherwise, check: output, ...held }
  } finally {
    await group.stop()
  }
}

interface Killing {
  readonly kills: number
  /** Resolves when enough work is done for this kill, the first being 1. */
  ripe(kill: number): Promise<void>
}

async function killInTurn(group: ServerGroup, first: readonly Member[], { kills, ripe }: Killing): Promise<void> {
  const running = first.map((member) => Promise.resolve(member))
  for (let kill = 1; kill <= kills; kill += 1) {
    const at = kill % running.length
    const victim = await running[at]
    if (victim === undefined) throw new Error('there is no server to kill')
    await ripe(kill)
    victim.process.child.kill('SIGKILL')
    await victim.process.ended
    const again = group.startOn(Number(new URL(victim.url).port), {})
    again.catch(() => undefined)
    running[at] = again
  }
  await Promise.all(running)
}

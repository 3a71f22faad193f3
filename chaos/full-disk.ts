import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { discardDataDir } from '@espalier/postgres/testing'
import { registered, type Person } from '../e2e/support/person.ts'
import { launchServer, stopServer } from '../e2e/support/process.ts'
import { type Fault, largest, ms } from './fault.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const megabytes = 300
const limits = { answerMs: 5_000, redMs: 10_000, recoveryMs: 60_000 }
const name = 'a full disk'

interface Plan {
  readonly url: string
  readonly person: Person
  readonly projectId: string
}

interface WriteResult {
  readonly nodeId: string | null
  readonly ms: number
}

const body = `<p>${'a long story of a wall and a tree. '.repeat(500)}</p>`

async function write({ url, person, projectId }: Plan): Promise<WriteResult> {
  const before = performance.now()
  const nodeId = await person.createNode(url, { projectId, body }).catch(() => null)
  return { nodeId, ms: performance.now() - before }
}

/** Four clients write at once until the time is over. */
async function writeFor(plan: Plan, forMs: number): Promise<readonly WriteResult[]> {
  const end = performance.now() + forMs
  const asked: WriteResult[] = []
  const writers = Array.from({ length: 4 }, async () => {
    while (performance.now() < end) {
      asked.push(await write(plan))
      await pause(20)
    }
  })
  await Promise.all(writers)
  return asked
}

const isRed = async (url: string): Promise<boolean> => (await fetch(`${url}/readyz`)).status === 503

async function until(holds: () => Promise<boolean>, limitMs: number): Promise<number> {
  const before = performance.now()
  while (performance.now() - before < limitMs) {
    if (await holds()) return performance.now() - before
    await pause(50)
  }
  return Number.POSITIVE_INFINITY
}

async function fillUnder(plan: Plan, disk: SmallDisk, forMs: number) {
  const answered = [(await write(plan)).nodeId]
  await disk.fill()
  const reddening = until(() => isRed(plan.url), Math.max(forMs, limits.redMs))
  const asked = await writeFor(plan, forMs)
  const redMs = await reddening
  await disk.empty()
  const recoveredMs = await until(async () => {
    const { nodeId } = await write(plan)
    answered.push(nodeId)
    return nodeId !== null && !(await isRed(plan.url))
  }, limits.recoveryMs)
  answered.push(...asked.map(({ nodeId }) => nodeId))
  const response = await plan.person.ask(plan.url, 'query ($id: ID!) { nodes(projectId: $id) { id } }', {
    id: plan.projectId,
  })
  const nodes = (response.data?.['nodes'] ?? []) as unknown as readonly { readonly id: string }[]
  const storedIds = new Set(nodes.map(({ id }) => id))
  const lost = answered.filter((id) => id !== null && !storedIds.has(id)).length
  const refused = asked.filter(({ nodeId }) => nodeId === null).length
  return { redMs, recoveredMs, lost, refused, slowestMs: largest(asked.map((one) => one.ms)) }
}

async function onSmallDisk(disk: SmallDisk, forMs: number) {
  const dataDir = join(disk.folder, 'data')
  const server = launchServer({ DATA_DIR: dataDir, DATABASE_URL: undefined, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })
  try {
    const url = await server.ready
    const person = await registered(url, 'ann@example.com')
    return await fillUnder({ url, person, projectId: await person.createProject(url, 'Orchard') }, disk, forMs)
  } finally {
    await disk.empty()
    await stopServer(server)
    await discardDataDir(dataDir)
  }
}

export const fullDisk: Fault = async ({ fullDiskMs }) => {
  const disk = await mountSmallDisk(megabytes)
  if (disk === null) return [{ name, figure: 'no small disk may be mounted', limit: '', holds: null }]
  const report = await onSmallDisk(disk, fullDiskMs).finally(() => disk.remove())
  const { redMs, recoveredMs, lost, refused, slowestMs } = report
  return [
    {
      name: `${name}: ${refused} writes refused, slowest answer`,
      figure: `${ms(slowestMs)}, ${lost} answered and lost`,
      limit: `${ms(limits.answerMs)}, 0`,
      holds: slowestMs <= limits.answerMs && lost === 0 && refused > 0,
    },
    { name: `${name}: /readyz turns red`, figure: ms(redMs), limit: ms(limits.redMs), holds: redMs <= limits.redMs },
    {
      name: `${name}: room again, first change answered`,
      figure: ms(recoveredMs),
      limit: ms(limits.recoveryMs),
      holds: recoveredMs <= limits.recoveryMs,
    },
  ]
}

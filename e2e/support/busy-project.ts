import { setTimeout as pause } from 'node:timers/promises'
import { registered, type Person } from './person.ts'
import { startServer } from './server.ts'

export interface BusyProjectPlan {
  readonly writers: number
  readonly forMs: number
}

export interface BusyProjectReport {
  /** The median time of somebody else's edit in another project. */
  readonly calmMs: number
  readonly busyMs: number
  /** Edits of somebody else without a good answer. */
  readonly failed: number
  readonly edits: number
  /** The slowest answer that a writer of the busy project waited for. */
  readonly slowestMs: number
  /** The error codes that writers of the busy project got, other than busy. */
  readonly otherCodes: readonly string[]
}

const nodes = 150
const body = `<p>${'a long story of a wall and a tree. '.repeat(600)}</p>`
const update = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
const clone = 'mutation ($id: ID!) { cloneProject(id: $id) { id } }'
const calmEdits = 40

/** One person copies a large project repeatedly while many write to it; somebody else works in another project. */
export async function busyProject({ writers, forMs }: BusyProjectPlan): Promise<BusyProjectReport> {
  const server = await startServer({ LOG_LEVEL: 'silent' })
  try {
    const { url } = server
    const [busy, other] = [await registered(url, 'ann@example.com'), await registered(url, 'bea@example.com')]
    const [busyId, otherId] = [await busy.createProject(url, 'Orchard'), await other.createProject(url, 'Hedge')]
    for (let count = 0; count < nodes; count += 1) await busy.createNode(url, { projectId: busyId, body })
    const calm = await edit(url, other, otherId, (count) => count < calmEdits)
    const end = performance.now() + forMs
    const isOver = (): boolean => performance.now() > end
    const answers: { readonly ms: number; readonly codes: readonly string[] }[] = []
    const ask = async (query: string, variables: object): Promise<void> => {
      const before = performance.now()
      const { codes } = await busy.ask(url, query, variables)
      answers.push({ ms: performance.now() - before, codes })
      if (codes.length > 0) await pause(100)
    }
    const copying = repeat(isOver, () => ask(clone, { id: busyId }))
    const writing = Array.from({ length: writers }, (_, writer) =>
      repeat(isOver, () => ask(update, { id: busyId, data: { title: `title ${writer} ${answers.length}` } })),
    )
    const meanwhile = await edit(url, other, otherId, () => !isOver())
    await Promise.all([copying, ...writing])
    const codes = new Set(answers.flatMap((answer) => answer.codes))
    codes.delete('RATE_LIMITED')
    return {
      calmMs: median(calm.times),
      busyMs: median(meanwhile.times),
      failed: meanwhile.failed,
      edits: meanwhile.times.length,
      slowestMs: Math.max(...answers.map(({ ms }) => ms)),
      otherCodes: [...codes],
    }
  } finally {
    await server.stop()
  }
}

async function repeat(isOver: () => boolean, work: () => Promise<void>): Promise<void> {
  while (!isOver()) await work()
}

async function edit(url: string, person: Person, projectId: string, goesOn: (count: number) => boolean) {
  const times: number[] = []
  let failed = 0
  while (goesOn(times.length)) {
    const before = performance.now()
    await person.createNode(url, { projectId, title: 'elsewhere' }).catch(() => (failed += 1))
    times.push(performance.now() - before)
    await pause(20)
  }
  return { times, failed }
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

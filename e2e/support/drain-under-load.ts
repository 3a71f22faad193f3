import type { Person } from './person.ts'
import { stopServer } from './process.ts'
import type { Member } from './several-servers.ts'

export interface DrainReport {
  readonly exitCode: number | string
  readonly tookMs: number
  /** The code that its sockets were closed with. */
  readonly closeCode: number
  readonly answered: number
  /** Answered changes that the other server does not show. */
  readonly lost: number
}

export interface Draining {
  readonly person: Person
  readonly projectId: string
  /** The server that is stopped. */
  readonly one: Member
  /** The server that stays. */
  readonly other: Member
}

const writers = 4
const enough = 20

/** Sends SIGTERM while people write and listen. */
export async function drainUnderLoad({ person, projectId, one, other }: Draining): Promise<DrainReport> {
  const socket = await person.watch(one.url, projectId)
  const answered: string[] = []
  let stopping: Promise<number | string> | null = null
  let askedAt = 0
  const work = Array.from({ length: writers }, async (_, writer) => {
    for (let count = 0; ; count += 1) {
      const made = await person.createNode(one.url, { projectId, title: `load ${writer} ${count}` }).catch(() => null)
      if (made === null) return
      answered.push(made)
      if (stopping !== null || answered.length <= enough) continue
      askedAt = performance.now()
      stopping = stopServer(one.process)
    }
  })
  await Promise.all(work)
  const exitCode = await (stopping ?? Promise.reject(new Error('the server stopped before it was asked to')))
  const tookMs = performance.now() - askedAt
  const response = await person.ask(other.url, 'query ($id: ID!) { nodes(projectId: $id) { id } }', { id: projectId })
  const nodes = response.data?.['nodes'] as unknown as readonly { readonly id: string }[]
  const storedIds = new Set(nodes.map(({ id }) => id))
  const lost = answered.filter((id) => !storedIds.has(id)).length
  return { exitCode, tookMs, closeCode: (await socket.closed).code, answered: answered.length, lost }
}

import type { Database } from '../../database/database.ts'
import { type NamedNode, readHistory, readNames, type ToldChange } from '../../database/history.ts'
import type { Audit } from '../../ports/audit.ts'
import type { Person } from '../../ports/identities.ts'
import type { Log } from '../../ports/log.ts'
import type { Viewer } from '../../transport/viewer.ts'
import { type People, pictureOf } from '../people/index.ts'
import { badInput, findProject, requireAllowed } from '../projects/index.ts'
import { entryOf, mentionedIds, type HistoryEntry } from './history-entry.ts'
import { historyPolicy } from './policy.ts'

export interface HistoryReading {
  readonly database: Database
  readonly audit: Audit
  readonly log: Log
  readonly people: Pick<People, 'find'>
  /** The API's address: who has no picture gets one drawn there. */
  apiUrl(): string
}

export interface History {
  readonly entries: readonly HistoryEntry[]
  readonly next: number | null
  readonly keptFrom: number
}

interface Wanted {
  readonly projectId: string
  readonly before: number | null
  readonly first: number
}

const mostEntries = 100
const largestSeq = 2 ** 31 - 1

export async function historyOf(options: HistoryReading, viewer: Viewer, wanted: Wanted): Promise<History> {
  const { database, audit } = options
  const found = await findProject(database.pool, viewer, wanted.projectId)
  const { project } = requireAllowed(found, { viewer, rule: historyPolicy['history.read'], audit })
  if (wanted.first < 1 || wanted.first > mostEntries) throw badInput(`From 1 to ${mostEntries} entries`, 'first')
  // One more than asked for tells whether there is more.
  const page = { before: wanted.before ?? largestSeq, writes: wanted.first + 1 }
  const writes = byWrite(await readHistory(database.pool, project.id, page))
  const shown = writes.slice(0, wanted.first)
  const rows = shown.flat()
  const [names, people] = await Promise.all([
    readNames(database.pool, project.id, mentionedIds(rows)),
    peopleIn(options, rows),
  ])
  const nodes = new Map<string, NamedNode>(names.map((node) => [node.id, node]))
  return {
    entries: shown.map((write) => entryOf(write, { project, nodes, people })),
    next: writes.length > shown.length ? (shown.at(-1)?.[0]?.write ?? null) : null,
    keptFrom: project.log_from,
  }
}

/** The rows of each write in the order they were made, the latest write first. */
function byWrite(rows: readonly ToldChange[]): readonly (readonly ToldChange[])[] {
  const writes = new Map<number, ToldChange[]>()
  for (const row of rows) {
    const own = writes.get(row.write)
    if (own === undefined) writes.set(row.write, [row])
    else own.unshift(row)
  }
  return [...writes.values()]
}

/** Without the identity service the history is told without names. */
async function peopleIn({ people, log, apiUrl }: HistoryReading, rows: readonly ToldChange[]) {
  const present = ({ id, email, firstname, lastname, picture }: Person) => ({
    id,
    email,
    firstname,
    lastname,
    picture: pictureOf({ id, picture }, apiUrl()),
  })
  try {
    const found = await people.find([...new Set(rows.map(({ actor }) => actor))])
    return new Map([...found].map(([id, person]) => [id, present(person)]))
  } catch (error) {
    log.warn({ error }, 'nobody could be named in a history')
    return new Map<string, ReturnType<typeof present>>()
  }
}

import type { Database } from '../../database/database.ts'
import { type TitledNode, readHistory, readNodeTitles, type SummarizedChange } from '../../database/history.ts'
import type { Audit } from '../../ports/audit.ts'
import type { Person } from '../../ports/identities.ts'
import type { Log } from '../../ports/log.ts'
import type { Viewer } from '../../transport/viewer.ts'
import { type People, buildPictureUrl } from '../people/index.ts'
import { badInputError, findProjectForViewer, requireProjectAccess } from '../projects/index.ts'
import { buildHistoryEntry, collectMentionedIds, type HistoryEntry } from './history-entry.ts'
import { historyPolicy } from './policy.ts'

export interface HistoryReaderOptions {
  readonly database: Database
  readonly audit: Audit
  readonly log: Log
  readonly people: Pick<People, 'find'>
  /** The API's address: who has no picture gets one drawn there. */
  apiUrl(): string
}

export interface ProjectHistory {
  readonly entries: readonly HistoryEntry[]
  readonly next: number | null
  readonly keptFrom: number
}

interface HistoryPageRequest {
  readonly projectId: string
  readonly before: number | null
  readonly first: number
}

const maxEntries = 100
const largestSeq = 2 ** 31 - 1

export async function readProjectHistory(options: HistoryReaderOptions, viewer: Viewer, wanted: HistoryPageRequest): Promise<ProjectHistory> {
  const { database, audit } = options
  const found = await findProjectForViewer(database.pool, viewer, wanted.projectId)
  const { project } = requireProjectAccess(found, { viewer, rule: historyPolicy['history.read'], audit })
  if (wanted.first < 1 || wanted.first > maxEntries) throw badInputError(`From 1 to ${maxEntries} entries`, 'first')
  // One more than asked for tells whether there is more.
  const page = { before: wanted.before ?? largestSeq, writes: wanted.first + 1 }
  const writes = groupByWrite(await readHistory(database.pool, project.id, page))
  const shown = writes.slice(0, wanted.first)
  const rows = shown.flat()
  const [names, people] = await Promise.all([
    readNodeTitles(database.pool, project.id, collectMentionedIds(rows)),
    findAuthors(options, rows),
  ])
  const nodes = new Map<string, TitledNode>(names.map((node) => [node.id, node]))
  return {
    entries: shown.map((write) => buildHistoryEntry(write, { project, nodes, people })),
    next: writes.length > shown.length ? (shown.at(-1)?.[0]?.write ?? null) : null,
    keptFrom: project.log_from,
  }
}

/** The rows of each write in the order they were made, the latest write first. */
function groupByWrite(rows: readonly SummarizedChange[]): readonly (readonly SummarizedChange[])[] {
  const writes = new Map<number, SummarizedChange[]>()
  for (const row of rows) {
    const own = writes.get(row.write)
    if (own === undefined) writes.set(row.write, [row])
    else own.unshift(row)
  }
  return [...writes.values()]
}

/** Without the identity service the history is told without names. */
async function findAuthors({ people, log, apiUrl }: HistoryReaderOptions, rows: readonly SummarizedChange[]) {
  const present = ({ id, email, firstname, lastname, picture }: Person) => ({
    id,
    email,
    firstname,
    lastname,
    picture: buildPictureUrl({ id, picture }, apiUrl()),
  })
  try {
    const found = await people.find([...new Set(rows.map(({ actor }) => actor))])
    return new Map([...found].map(([id, person]) => [id, present(person)]))
  } catch (error) {
    log.warn({ error }, 'nobody could be named in a history')
    return new Map<string, ReturnType<typeof present>>()
  }
}

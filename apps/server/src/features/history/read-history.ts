import { canRevertChange, shortenText, toExcerpt } from '@espalier/domain'
import type { Viewer } from '../../api/viewer.ts'
import type { HistoryFields, HistoryNode } from '../../database/change-log.ts'
import type { Database } from '../../database/database.ts'
import type { ProjectRow } from '../../database/projects.ts'
import { readHistory, readNodeTitles, type SummarizedChange, type TitledNode } from '../../database/read-change-log.ts'
import type { Person } from '../../ports/identities.ts'
import type { Audit, Log } from '../../ports/log.ts'
import { buildPictureUrl, type People } from '../people/index.ts'
import { badInputError, findProjectForViewer, requireProjectAccess } from '../projects/index.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
import { cutWrite } from './branch-history.ts'
import { historyPolicy } from './policy.ts'

export interface HistoryReaderOptions {
  readonly database: Database
  readonly audit: Audit
  readonly log: Log
  readonly people: Pick<People, 'find'>
  /** The API's URL, which draws a picture for people without one. */
  apiUrl(): string
}

interface ProjectHistory {
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

export async function readProjectHistory(
  options: HistoryReaderOptions,
  viewer: Viewer,
  wanted: HistoryPageRequest,
): Promise<ProjectHistory> {
  const { database, audit } = options
  const found = await findProjectForViewer(database.pool, viewer, wanted.projectId)
  const { project, branch } = requireProjectAccess(found, { viewer, rule: historyPolicy['history.read'], audit })
  if (wanted.first < 1 || wanted.first > maxEntries)
    throw badInputError(projectErrorTexts.historyPage(maxEntries), 'first')
  // One more than requested shows whether there is more.
  const request = { before: wanted.before ?? largestSeq, writes: wanted.first + 1 }
  const writes = groupByWrite(await readHistory(database.pool, project.id, request))
  const page = writes.slice(0, wanted.first)
  // A page of a branch may have fewer entries than requested, or none, although there are more.
  const shown = branch === null ? page : page.flatMap((write) => cutWrite(branch, write))
  const rows = shown.flat()
  const [names, people] = await Promise.all([
    readNodeTitles(database.pool, project.id, collectMentionedIds(rows)),
    findAuthors(options, rows),
  ])
  const nodes = new Map<string, TitledNode>(names.map((node) => [node.id, node]))
  return {
    entries: shown.map((write) => buildHistoryEntry(write, { project, nodes, people })),
    next: writes.length > page.length ? (page.at(-1)?.[0]?.write ?? null) : null,
    keptFrom: project.log_from,
  }
}

/** Groups rows by write, each in order, the latest write first. */
function groupByWrite(rows: readonly SummarizedChange[]): readonly (readonly SummarizedChange[])[] {
  const writes = new Map<number, SummarizedChange[]>()
  for (const row of rows) {
    const own = writes.get(row.write)
    if (own === undefined) writes.set(row.write, [row])
    else own.unshift(row)
  }
  return [...writes.values()]
}

/** Without the identity service the history has no names. */
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
    log.warn({ error }, 'the names in a history could not be read')
    return new Map<string, ReturnType<typeof present>>()
  }
}

interface HistoryPerson {
  readonly id: string
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
  readonly picture: string
}

interface HistoryChange {
  readonly id: string
  readonly title: string
  readonly isDeleted: boolean
  readonly before: HistoryFields
  readonly after: HistoryFields
}

type HistoryKind =
  | 'project_created'
  | 'project_updated'
  | 'nodes_created'
  | 'nodes_deleted'
  | 'nodes_restored'
  | 'nodes_changed'

export interface HistoryEntry {
  readonly seq: number
  readonly at: number
  readonly by: HistoryPerson | null
  readonly tokenName: string | null
  readonly kind: HistoryKind
  readonly nodeCount: number
  readonly nodeIds: readonly string[]
  readonly changes: readonly HistoryChange[]
  readonly canUndo: boolean
  readonly undoes: number | null
}

interface HistoryNames {
  readonly project: Pick<ProjectRow, 'id' | 'title'>
  readonly nodes: ReadonlyMap<string, TitledNode>
  readonly people: ReadonlyMap<string, HistoryPerson>
}

const maxChanges = 20
const maxNodeIds = 50

const readIds = (ids: unknown): readonly string[] => (ids ?? []) as readonly string[]
const readLinkedIds = (fields: HistoryFields | null): readonly string[] => [
  ...readIds(fields?.['parentIds']),
  ...readIds(fields?.['blockedByIds']),
]

/** Collects every node whose title is shown. */
const collectMentionedIds = (rows: readonly SummarizedChange[]): readonly string[] => [
  ...new Set(
    rows
      .flatMap(({ nodes }) => nodes)
      .flatMap(({ id, before, after }) => [id, ...readLinkedIds(before), ...readLinkedIds(after)]),
  ),
]

/** Summarizes one write from its rows in order. */
function buildHistoryEntry(rows: readonly SummarizedChange[], known: HistoryNames): HistoryEntry {
  const changes = rows.flatMap(({ nodes }) => nodes)
  const [first] = rows
  if (first === undefined) throw new Error('a write without rows')
  const kind = toHistoryKind(rows, changes)
  return {
    seq: first.write,
    at: first.at.getTime(),
    by: known.people.get(first.actor) ?? null,
    tokenName: first.tokenName,
    kind,
    nodeCount: countHistoryNodes(kind, rows),
    nodeIds: [...new Set([...changes.map(({ id }) => id), ...rows.flatMap(({ nodeIds }) => nodeIds)])].slice(
      0,
      maxNodeIds,
    ),
    changes: [
      ...rows.flatMap((row) => toProjectChanges(row, known)),
      ...changes.map((change) => toNodeChange(change, known)),
    ].slice(0, maxChanges),
    canUndo: canUndoWrite(kind, rows, changes),
    undoes: first.undoes,
  }
}

function toHistoryKind(rows: readonly SummarizedChange[], changes: readonly HistoryNode[]): HistoryKind {
  if (rows.some(({ kind }) => kind === 'project-created')) return 'project_created'
  if (rows.some(({ kind }) => kind === 'project-updated')) return 'project_updated'
  if (rows.some(({ created }) => created > 0)) return 'nodes_created'
  if (rows.some(({ deleted }) => deleted > 0)) return 'nodes_deleted'
  return changes.some(({ after }) => after['isDeleted'] === false) ? 'nodes_restored' : 'nodes_changed'
}

function countHistoryNodes(kind: HistoryKind, rows: readonly SummarizedChange[]): number {
  const sum = (count: (row: SummarizedChange) => number): number => rows.reduce((all, row) => all + count(row), 0)
  if (kind === 'nodes_created') return sum(({ created }) => created)
  if (kind === 'nodes_deleted') return sum(({ deleted }) => deleted)
  return sum((row) => row.created + row.changed)
}

function canUndoWrite(kind: HistoryKind, rows: readonly SummarizedChange[], changes: readonly HistoryNode[]): boolean {
  const isWhole = rows[0]?.seq === rows[0]?.write && rows.every(({ isKept }) => isKept)
  if (kind === 'project_created' || !isWhole) return false
  const fields = rows.flatMap(({ project }) => Object.keys(project?.before ?? {}))
  return fields.length > 0 ? fields.every(isUndoableProjectField) : changes.some(canRevertChange)
}

function toProjectChanges({ project }: SummarizedChange, known: HistoryNames): readonly HistoryChange[] {
  if (project === undefined) return []
  const { id, title } = known.project
  return [{ id, title: shortenText(title), isDeleted: false, ...project }]
}

function toNodeChange({ id, before, after }: HistoryNode, known: HistoryNames): HistoryChange {
  const node = known.nodes.get(id)
  const { parents, status } = withLinkedTitles(after, known, {})
  return {
    id,
    title: toExcerpt(node?.title ?? ''),
    isDeleted: node?.is_deleted ?? true,
    before: before === null ? { isDeleted: true } : withLinkedTitles(before, known, after),
    after: before === null ? { isDeleted: false, parents, status } : withLinkedTitles(after, known, before),
  }
}

function withLinkedTitles(
  { parentIds, blockedByIds, style, ...fields }: HistoryFields,
  { nodes }: HistoryNames,
  other: HistoryFields,
): HistoryFields {
  const toTitles = (ids: unknown) => readIds(ids).map((id) => ({ id, title: toExcerpt(nodes.get(id)?.title ?? '') }))
  return {
    ...fields,
    ...(parentIds !== undefined && { parents: toTitles(parentIds) }),
    ...(blockedByIds !== undefined && { blockers: toTitles(blockedByIds) }),
    ...(style !== undefined && pickChangedStyle(style as HistoryFields, (other['style'] ?? {}) as HistoryFields)),
  }
}

/** A style is stored as a whole, so only its changed parts are shown. */
const pickChangedStyle = (style: HistoryFields, other: HistoryFields): HistoryFields =>
  Object.fromEntries(Object.entries(style).filter(([name, value]) => other[name] !== value))

const undoableFields: ReadonlySet<string> = new Set([
  'title',
  'body',
  'layout',
  'json',
  'tags',
  'stages',
  'fieldDefinitions',
  'estimateUnit',
])

/** Sharing and the trash status of a project are not undoable here; their own actions explain the consequences. */
export const isUndoableProjectField = (field: string): boolean => undoableFields.has(field)

import { canTakeBack, excerptOf } from '@espalier/domain'

import type { NamedNode, ToldChange } from '../../database/history.ts'
import type { ProjectRow } from '../../database/projects.ts'
import { isUndoableField } from './undoable.ts'

type Fields = Readonly<Record<string, unknown>>

interface HistoryPerson {
  readonly id: string
  readonly email: string
  readonly firstname: string | null
  readonly lastname: string | null
  readonly picture: string
}

export interface HistoryChange {
  readonly id: string
  readonly title: string
  readonly isDeleted: boolean
  readonly before: Fields
  readonly after: Fields
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
  readonly kind: HistoryKind
  readonly nodeCount: number
  readonly nodeIds: readonly string[]
  readonly changes: readonly HistoryChange[]
  readonly canUndo: boolean
  readonly undoes: number | null
}

export interface Known {
  readonly project: Pick<ProjectRow, 'id' | 'title'>
  readonly nodes: ReadonlyMap<string, NamedNode>
  readonly people: ReadonlyMap<string, HistoryPerson>
}

const mostChanges = 20
const mostIds = 50

/** One node of a row. Before null: it is new; empty: not kept. */
interface NodeChange {
  readonly id: string
  readonly before: Fields | null
  readonly after: Fields
}

/** Those that only made room for others are left out. */
function nodeChanges({ nodes, former, has_before: isKept }: ToldChange): readonly NodeChange[] {
  const formerById = new Map((former ?? []).map((fields) => [fields.id, fields]))
  return (nodes ?? []).flatMap((after): NodeChange[] => {
    if ('projectId' in after) return [{ id: after.id, before: null, after }]
    const before = formerById.get(after.id)
    return before === undefined && isKept ? [] : [{ id: after.id, before: before ?? {}, after }]
  })
}

const parentsIn = (fields: Fields | null): readonly string[] => (fields?.['parentIds'] ?? []) as readonly string[]

/** Every node that has to be named. */
export const mentionedIds = (rows: readonly ToldChange[]): readonly string[] => [
  ...new Set(
    rows.flatMap(nodeChanges).flatMap(({ id, before, after }) => [id, ...parentsIn(before), ...parentsIn(after)]),
  ),
]

/** What one write did, from its rows in order. */
export function entryOf(rows: readonly ToldChange[], known: Known): HistoryEntry {
  const changes = rows.flatMap(nodeChanges)
  const [first] = rows
  if (first === undefined) throw new Error('a write without rows')
  const kind = kindOf(rows, changes)
  return {
    seq: first.write,
    at: first.at.getTime(),
    by: known.people.get(first.actor) ?? null,
    kind,
    nodeCount: countOf(kind, rows),
    nodeIds: [...new Set([...changes.map(({ id }) => id), ...rows.flatMap((row) => row.node_ids)])].slice(0, mostIds),
    changes: [
      ...rows.flatMap((row) => projectChanges(row, known)),
      ...changes.map((change) => toldNode(change, known)),
    ].slice(0, mostChanges),
    canUndo: canUndo(kind, rows, changes),
    undoes: first.undoes,
  }
}

function kindOf(rows: readonly ToldChange[], changes: readonly NodeChange[]): HistoryKind {
  if (rows.some(({ kind }) => kind === 'project-created')) return 'project_created'
  if (rows.some(({ kind }) => kind === 'project-updated')) return 'project_updated'
  if (rows.some(({ created }) => created > 0)) return 'nodes_created'
  if (rows.some(({ deleted }) => deleted > 0)) return 'nodes_deleted'
  return changes.some(({ after }) => after['isDeleted'] === false) ? 'nodes_restored' : 'nodes_changed'
}

function countOf(kind: HistoryKind, rows: readonly ToldChange[]): number {
  const sum = (count: (row: ToldChange) => number): number => rows.reduce((all, row) => all + count(row), 0)
  if (kind === 'nodes_created') return sum(({ created }) => created)
  if (kind === 'nodes_deleted') return sum(({ deleted }) => deleted)
  return sum((row) => (row.has_before ? row.created + row.changed : row.node_count))
}

function canUndo(kind: HistoryKind, rows: readonly ToldChange[], changes: readonly NodeChange[]): boolean {
  if (kind === 'project_created' || !rows.every((row) => row.has_before)) return false
  const fields = rows.flatMap((row) => Object.keys(row.former_project ?? {}))
  return fields.length > 0 ? fields.every(isUndoableField) : changes.some(canTakeBack)
}

function projectChanges({ project, former_project: former }: ToldChange, known: Known): readonly HistoryChange[] {
  if (project === null) return []
  const { id, title } = known.project
  const [before, after] = [toldProject(former ?? {}), toldProject(project)]
  return [{ id, title: excerptOf(title), isDeleted: false, before, after }]
}

/** Of the people it is shared with only how many they are. */
function toldProject({ title, users, owner: _owner, ...fields }: Fields): Fields {
  return {
    ...fields,
    ...(typeof title === 'string' && { title: excerptOf(title) }),
    ...(users != null && { people: Object.keys(users).length }),
  }
}

function toldNode({ id, before, after }: NodeChange, known: Known): HistoryChange {
  const node = known.nodes.get(id)
  const told = (fields: Fields): Fields => toldFields(fields, known)
  const { parents, status } = told(after)
  return {
    id,
    title: excerptOf(node?.title ?? ''),
    isDeleted: node?.is_deleted ?? true,
    before: before === null ? { isDeleted: true } : told(before),
    after: before === null ? { isDeleted: false, parents, status } : told(after),
  }
}

const plainFields = ['body', 'status', 'hideChildren', 'projectLink', 'position', 'isDeleted'] as const

function toldFields(fields: Fields, { nodes }: Known): Fields {
  const { title, parentIds, style } = fields
  const parents = parentsIn(fields).map((id) => ({ id, title: excerptOf(nodes.get(id)?.title ?? '') }))
  return {
    ...Object.fromEntries(plainFields.filter((field) => field in fields).map((field) => [field, fields[field]])),
    ...(typeof title === 'string' && { title: excerptOf(title) }),
    ...(parentIds !== undefined && { parents }),
    ...(style != null && { backgroundColor: (style as Fields)['backgroundColor'] }),
  }
}

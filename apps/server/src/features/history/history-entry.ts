import { canTakeBack, excerptOf, shorten } from '@espalier/domain'

import type { NamedNode, ToldChange } from '../../database/history.ts'
import type { ProjectRow } from '../../database/projects.ts'
import type { ToldFields, ToldNode } from '../../database/told-change.ts'
import { isUndoableField } from './undoable.ts'

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
  readonly before: ToldFields
  readonly after: ToldFields
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

const parentsIn = (fields: ToldFields | null): readonly string[] => (fields?.['parentIds'] ?? []) as readonly string[]

/** Every node that has to be named. */
export const mentionedIds = (rows: readonly ToldChange[]): readonly string[] => [
  ...new Set(
    rows
      .flatMap(({ nodes }) => nodes)
      .flatMap(({ id, before, after }) => [id, ...parentsIn(before), ...parentsIn(after)]),
  ),
]

/** What one write did, from its rows in order. */
export function entryOf(rows: readonly ToldChange[], known: Known): HistoryEntry {
  const changes = rows.flatMap(({ nodes }) => nodes)
  const [first] = rows
  if (first === undefined) throw new Error('a write without rows')
  const kind = kindOf(rows, changes)
  return {
    seq: first.write,
    at: first.at.getTime(),
    by: known.people.get(first.actor) ?? null,
    kind,
    nodeCount: countOf(kind, rows),
    nodeIds: [...new Set([...changes.map(({ id }) => id), ...rows.flatMap(({ nodeIds }) => nodeIds)])].slice(
      0,
      mostIds,
    ),
    changes: [
      ...rows.flatMap((row) => projectChanges(row, known)),
      ...changes.map((change) => toldNode(change, known)),
    ].slice(0, mostChanges),
    canUndo: canUndo(kind, rows, changes),
    undoes: first.undoes,
  }
}

function kindOf(rows: readonly ToldChange[], changes: readonly ToldNode[]): HistoryKind {
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
  return sum((row) => row.created + row.changed)
}

function canUndo(kind: HistoryKind, rows: readonly ToldChange[], changes: readonly ToldNode[]): boolean {
  const isWhole = rows[0]?.seq === rows[0]?.write && rows.every(({ isKept }) => isKept)
  if (kind === 'project_created' || !isWhole) return false
  const fields = rows.flatMap(({ project }) => Object.keys(project?.before ?? {}))
  return fields.length > 0 ? fields.every(isUndoableField) : changes.some(canTakeBack)
}

function projectChanges({ project }: ToldChange, known: Known): readonly HistoryChange[] {
  if (project === undefined) return []
  const { id, title } = known.project
  return [{ id, title: shorten(title), isDeleted: false, ...project }]
}

function toldNode({ id, before, after }: ToldNode, known: Known): HistoryChange {
  const node = known.nodes.get(id)
  const { parents, status } = named(after, known, {})
  return {
    id,
    title: excerptOf(node?.title ?? ''),
    isDeleted: node?.is_deleted ?? true,
    before: before === null ? { isDeleted: true } : named(before, known, after),
    after: before === null ? { isDeleted: false, parents, status } : named(after, known, before),
  }
}

function named({ parentIds, style, ...fields }: ToldFields, { nodes }: Known, other: ToldFields): ToldFields {
  const parents = parentsIn({ parentIds }).map((id) => ({ id, title: excerptOf(nodes.get(id)?.title ?? '') }))
  return {
    ...fields,
    ...(parentIds !== undefined && { parents }),
    ...(style !== undefined && changedStyle(style as ToldFields, (other['style'] ?? {}) as ToldFields)),
  }
}

/** A style is stored whole: told is what changed of it. */
const changedStyle = (style: ToldFields, other: ToldFields): ToldFields =>
  Object.fromEntries(Object.entries(style).filter(([name, value]) => other[name] !== value))

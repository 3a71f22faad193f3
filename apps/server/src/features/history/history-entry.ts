import { canRevertChange, toExcerpt, shortenText } from '@espalier/domain'

import type { TitledNode, SummarizedChange } from '../../database/history.ts'
import type { ProjectRow } from '../../database/projects.ts'
import type { HistoryFields, HistoryNode } from '../../database/told-change.ts'
import { isUndoableProjectField } from './undoable.ts'

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
  readonly kind: HistoryKind
  readonly nodeCount: number
  readonly nodeIds: readonly string[]
  readonly changes: readonly HistoryChange[]
  readonly canUndo: boolean
  readonly undoes: number | null
}

export interface HistoryNames {
  readonly project: Pick<ProjectRow, 'id' | 'title'>
  readonly nodes: ReadonlyMap<string, TitledNode>
  readonly people: ReadonlyMap<string, HistoryPerson>
}

const maxChanges = 20
const maxNodeIds = 50

const readParentIds = (fields: HistoryFields | null): readonly string[] => (fields?.['parentIds'] ?? []) as readonly string[]

/** Every node that has to be named. */
export const collectMentionedIds = (rows: readonly SummarizedChange[]): readonly string[] => [
  ...new Set(
    rows
      .flatMap(({ nodes }) => nodes)
      .flatMap(({ id, before, after }) => [id, ...readParentIds(before), ...readParentIds(after)]),
  ),
]

/** What one write did, from its rows in order. */
export function buildHistoryEntry(rows: readonly SummarizedChange[], known: HistoryNames): HistoryEntry {
  const changes = rows.flatMap(({ nodes }) => nodes)
  const [first] = rows
  if (first === undefined) throw new Error('a write without rows')
  const kind = toHistoryKind(rows, changes)
  return {
    seq: first.write,
    at: first.at.getTime(),
    by: known.people.get(first.actor) ?? null,
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
  const { parents, status } = withParentTitles(after, known, {})
  return {
    id,
    title: toExcerpt(node?.title ?? ''),
    isDeleted: node?.is_deleted ?? true,
    before: before === null ? { isDeleted: true } : withParentTitles(before, known, after),
    after: before === null ? { isDeleted: false, parents, status } : withParentTitles(after, known, before),
  }
}

function withParentTitles({ parentIds, style, ...fields }: HistoryFields, { nodes }: HistoryNames, other: HistoryFields): HistoryFields {
  const parents = readParentIds({ parentIds }).map((id) => ({ id, title: toExcerpt(nodes.get(id)?.title ?? '') }))
  return {
    ...fields,
    ...(parentIds !== undefined && { parents }),
    ...(style !== undefined && pickChangedStyle(style as HistoryFields, (other['style'] ?? {}) as HistoryFields)),
  }
}

/** A style is stored whole: told is what changed of it. */
const pickChangedStyle = (style: HistoryFields, other: HistoryFields): HistoryFields =>
  Object.fromEntries(Object.entries(style).filter(([name, value]) => other[name] !== value))

import { type Branch, type FieldValues, nodeFields, type NodeId, pickOwnValues } from '@espalier/domain'
import { type ImportResult, toImportResult } from '../model/import-fault.ts'
import {
  buildParentIndex,
  type InterchangeNode,
  type InterchangeProject,
  type ParentIndex,
  type ReadOptions,
} from '../model/project.ts'
import { buildProject, draftNode, type DraftNode } from './draft-node.ts'

/** Follows primary parents, so that a node with several parents appears once. */
export function toBranches(project: InterchangeProject): readonly Branch[] {
  const family = buildParentIndex(project)
  const made = new Map<NodeId, Branch>()
  for (const { node } of [...family.walk()].toReversed()) made.set(node.id, toBranch(node, family, made))
  return family.roots.flatMap(({ id }) => made.get(id) ?? [])
}

const toBranch = (node: InterchangeNode, family: ParentIndex, made: ReadonlyMap<NodeId, Branch>): Branch => ({
  ...pickOwnValues(nodeFields.copied, ({ name }) => ({ ...node } as FieldValues)[name]),
  title: node.title,
  status: node.status,
  children: family.children(node.id).flatMap(({ id }) => made.get(id) ?? []),
})

function toDraftNodes(branches: readonly Branch[]): DraftNode[] {
  const roots: DraftNode[] = []
  const waiting = branches.toReversed().map((branch) => ({ branch, into: roots }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { children, copiedId: _copied, blockedByIds: _blockers, ...said } = next.branch
    const made = draftNode(said)
    next.into.push(made)
    for (const branch of children.toReversed()) waiting.push({ branch, into: made.children })
  }
  return roots
}

/** Builds a project from branches, such as pasted ones or an example. */
export const fromBranches = (title: string, branches: readonly Branch[], options: ReadOptions = {}): ImportResult =>
  toImportResult(() => buildProject({ title }, toDraftNodes(branches), options))

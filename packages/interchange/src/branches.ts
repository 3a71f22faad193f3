import type { Branch, NodeId } from '@espalier/domain'
import { type Family, familyOf } from './family.ts'
import { type ImportResult, reading } from './fault.ts'
import type { InterchangeNode, InterchangeProject, ReadOptions } from './model.ts'
import { projectFrom, sprout, type Sprout } from './sprout.ts'

/** By primary parents: what hangs from several nodes is there once. */
export function toBranches(project: InterchangeProject): readonly Branch[] {
  const family = familyOf(project)
  const made = new Map<NodeId, Branch>()
  for (const { node } of [...family.walk()].toReversed()) made.set(node.id, branchOf(node, family, made))
  return family.roots.flatMap(({ id }) => made.get(id) ?? [])
}

const branchOf = (node: InterchangeNode, family: Family, made: ReadonlyMap<NodeId, Branch>): Branch => ({
  title: node.title,
  ...(node.body !== '' && { body: node.body }),
  status: node.status,
  ...(node.backgroundColor !== undefined && { backgroundColor: node.backgroundColor }),
  ...(node.hideChildren && { hideChildren: true }),
  children: family.childrenOf(node.id).flatMap(({ id }) => made.get(id) ?? []),
})

function sproutsOf(branches: readonly Branch[]): Sprout[] {
  const roots: Sprout[] = []
  const waiting = branches.toReversed().map((branch) => ({ branch, into: roots }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { children, ...said } = next.branch
    const made = sprout(said)
    next.into.push(made)
    for (const branch of children.toReversed()) waiting.push({ branch, into: made.children })
  }
  return roots
}

/** A project of branches: what was pasted, or an example. */
export const fromBranches = (title: string, branches: readonly Branch[], options: ReadOptions = {}): ImportResult =>
  reading(() => projectFrom({ title }, sproutsOf(branches), options))

import {
  escapeHtml,
  isColour,
  type Layout,
  limits,
  measureChains,
  type NodeId,
  type NodeStatus,
  plainTextOf,
  positionsBetween,
  type ProjectId,
} from '@espalier/domain'
import { append } from './append.ts'
import { type ImportResult, Refused } from './fault.ts'
import { cleanHtml } from './html/clean-html.ts'
import { fitting } from './fitting.ts'
import type { InterchangeNode, ReadOptions } from './model.ts'
import { oneLine } from './storable.ts'

/** A node while its file is being read. */
export interface Sprout {
  title: string
  body: string
  status: NodeStatus
  hideChildren: boolean
  backgroundColor: string | undefined
  projectLink: ProjectId | undefined
  readonly children: Sprout[]
  /** Parents beyond the one it stands under. */
  readonly alsoUnder: Sprout[]
}

export const sprout = (said: Partial<Omit<Sprout, 'children' | 'alsoUnder'>> = {}): Sprout => ({
  title: said.title ?? '',
  body: said.body ?? '',
  status: said.status ?? 'todo',
  hideChildren: said.hideChildren ?? false,
  backgroundColor: said.backgroundColor,
  projectLink: said.projectLink,
  children: [],
  alsoUnder: [],
})

export interface Header {
  readonly title?: string | undefined
  readonly body?: string | undefined
  readonly layout?: Layout | undefined
}

interface Rooted {
  readonly sprout: Sprout
  readonly parentId: NodeId | null
  readonly depth: number
  readonly position: number
}

/** A project of what a reader found. Refuses what is too much; a link that would close a circle is left out and remarked. */
export function projectFrom(
  header: Header,
  roots: readonly Sprout[],
  options: ReadOptions,
): ImportResult & { ok: true } {
  const ids = new Map<Sprout, NodeId>()
  const found = laidOut(roots, ids)
  const parents = new Map<NodeId, NodeId[]>()
  for (const { sprout: made, parentId } of found) parents.set(idOf(ids, made), parentId === null ? [] : [parentId])
  const leftOut = addExtraParents(found, ids, parents)
  const chains = measureChains(parents.keys(), (id) => parents.get(id) ?? [])
  for (const length of chains.lengths.values()) if (length > limits.chainNodes) throw new Refused('too-deep')
  const nodes = found.map((rooted) => nodeFrom(rooted, idOf(ids, rooted.sprout), parents, options))
  const { layout } = header
  const remarks = leftOut === 0 ? [] : [`Links left out because they would close a circle or repeat: ${leftOut}.`]
  return {
    ok: true,
    value: {
      title: titleOf(header, nodes, options),
      body: (options.clean ?? cleanHtml)(header.body ?? ''),
      ...(layout !== undefined && { layout }),
      nodes,
    },
    remarks,
  }
}

const idOf = (ids: ReadonlyMap<Sprout, NodeId>, made: Sprout): NodeId => ids.get(made) ?? ''

function laidOut(roots: readonly Sprout[], ids: Map<Sprout, NodeId>): readonly Rooted[] {
  const found: Rooted[] = []
  const waiting: Rooted[] = placed(roots, null, 1)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth > limits.chainNodes) throw new Refused('too-deep')
    found.push(next)
    if (found.length > limits.files.nodes) throw new Refused('too-many-nodes')
    const id = `n${found.length}`
    ids.set(next.sprout, id)
    for (const child of placed(next.sprout.children, id, next.depth + 1)) waiting.push(child)
  }
  return found
}

/** The last one first: they are taken from the end. */
function placed(sprouts: readonly Sprout[], parentId: NodeId | null, depth: number): Rooted[] {
  const positions = positionsBetween(undefined, undefined, sprouts.length)
  return sprouts.map((made, index) => ({ sprout: made, parentId, depth, position: positions[index] ?? 0 })).toReversed()
}

/** How many were left out. Bounded: a file made of links alone may not keep a page busy. */
function addExtraParents(
  found: readonly Rooted[],
  ids: ReadonlyMap<Sprout, NodeId>,
  parents: Map<NodeId, NodeId[]>,
): number {
  let leftOut = 0
  const budget = { steps: limits.files.linkSteps }
  for (const { sprout: made } of found) {
    const own = parents.get(idOf(ids, made)) ?? []
    for (const extra of made.alsoUnder) {
      const id = ids.get(extra)
      if (id === undefined || own.includes(id) || isAbove(idOf(ids, made), id, parents, budget)) leftOut += 1
      else own.push(id)
    }
  }
  return leftOut
}

/** Whether a node is another or stands above it; once the budget is spent, it is taken for one that does. */
function isAbove(
  id: NodeId,
  below: NodeId,
  parents: ReadonlyMap<NodeId, readonly NodeId[]>,
  budget: { steps: number },
): boolean {
  const seen = new Set([below])
  for (const at of seen) {
    budget.steps -= 1
    if (at === id || budget.steps < 0) return true
    for (const parentId of parents.get(at) ?? []) seen.add(parentId)
  }
  return false
}

function nodeFrom(
  { sprout: made, position }: Rooted,
  id: NodeId,
  parents: ReadonlyMap<NodeId, readonly NodeId[]>,
  options: ReadOptions,
): InterchangeNode {
  const colour = made.backgroundColor?.toLowerCase()
  const { clean = cleanHtml } = options
  return {
    id,
    parentIds: parents.get(id) ?? [],
    ...fitting(clean(made.title), clean(made.body)),
    status: made.status,
    position,
    hideChildren: made.hideChildren,
    ...(colour !== undefined && isColour(colour) && { backgroundColor: colour }),
    ...(made.projectLink !== undefined && { projectLink: made.projectLink }),
  }
}

export const untitled = 'Imported project'

function titleOf({ title = '' }: Header, nodes: readonly InterchangeNode[], options: ReadOptions): string {
  const root = nodes[0]
  const named = [title, nameOf(options), root === undefined ? '' : plainTextOf(root.title), untitled]
  return named.map(oneLine).find((text) => text !== '') ?? untitled
}

const nameOf = ({ fileName = '' }: ReadOptions): string => fileName.replace(/^.*[\\/]/u, '').replace(/\.[^.]*$/u, '')

/** Several roots of a stranger's file hang from one that bears its title: a map has one middle. */
export function underOneRoot(title: string, roots: readonly Sprout[], options: ReadOptions): readonly Sprout[] {
  if (roots.length < 2) return roots
  const root = sprout({ title: escapeHtml(oneLine(title) || oneLine(nameOf(options)) || untitled) })
  append(root.children, roots)
  return [root]
}

import type { NodeId } from '@espalier/domain'
import { addToGroup, getPlainTitle, groupByParent, type Plan, type PlanNode } from './plan-document.ts'

/** The known node of each node of a file. */
export type Matches = ReadonlyMap<NodeId, NodeId>

/**
 * Finds out which known nodes the nodes of a file are that have lost their ids: by their titles in their places, then by
 * titles that only one node has, by what is below them, and by similar titles in the same place.
 */
export function matchNodes(file: Plan, known: Plan): Matches {
  const matching = new Matching(file, known)
  // A match of a parent makes those of its children possible, and the other way round.
  for (let found = -1; found !== matching.count;) {
    found = matching.count
    matching.matchSiblings()
    matching.matchUniqueTitles()
    matching.matchByChildren()
    matching.matchSimilarSiblings()
  }
  return matching.matches
}

class Matching {
  readonly matches = new Map<NodeId, NodeId>()
  readonly #taken = new Set<NodeId>()
  readonly #file: Plan
  readonly #known: Plan
  readonly #fileChildren: ReturnType<typeof groupByParent>
  readonly #knownChildren: ReturnType<typeof groupByParent>
  readonly #titles = new Map<PlanNode, string>()
  readonly #isFree = ({ id }: PlanNode): boolean => !this.matches.has(id)
  readonly #isUntaken = ({ id }: PlanNode): boolean => !this.#taken.has(id)

  constructor(file: Plan, known: Plan) {
    this.#file = file
    this.#known = known
    this.#fileChildren = groupByParent(file)
    this.#knownChildren = groupByParent(known)
    for (const id of file.keys()) if (known.has(id)) this.#add(id, id)
  }

  get count(): number {
    return this.matches.size
  }

  #add(fileId: NodeId, knownId: NodeId): void {
    this.matches.set(fileId, knownId)
    this.#taken.add(knownId)
  }

  #title(node: PlanNode): string {
    const title = this.#titles.get(node) ?? getPlainTitle(node).trim().toLowerCase()
    this.#titles.set(node, title)
    return title
  }

  /** The lists of siblings whose parents are the same node. */
  *#siblings(): Iterable<readonly [file: readonly PlanNode[], known: readonly PlanNode[]]> {
    for (const [parentId, children] of this.#fileChildren) {
      const knownId = parentId === null ? null : this.matches.get(parentId)
      if (knownId === undefined) continue
      const known = this.#knownChildren.get(knownId) ?? []
      if (children.some(this.#isFree) && known.some(this.#isUntaken)) yield [children, known]
    }
  }

  matchSiblings(): void {
    for (const [children, known] of this.#siblings()) {
      const waiting = new Map<string, PlanNode[]>()
      for (const node of known.filter(this.#isUntaken)) addToGroup(waiting, this.#title(node), node)
      // Siblings with the same title keep their order.
      for (const node of children.filter(this.#isFree)) {
        const found = waiting.get(this.#title(node))?.shift()
        if (found !== undefined) this.#add(node.id, found.id)
      }
    }
  }

  matchUniqueTitles(): void {
    const known = this.#groupByTitle([...this.#known.values()].filter(this.#isUntaken))
    for (const [title, nodes] of this.#groupByTitle([...this.#file.values()].filter(this.#isFree))) {
      const [[node, ...copies], [found, ...knownCopies]] = [nodes, known.get(title) ?? []]
      if (node === undefined || found === undefined || title === '') continue
      if (copies.length === 0 && knownCopies.length === 0) this.#add(node.id, found.id)
    }
  }

  #groupByTitle(nodes: readonly PlanNode[]): ReadonlyMap<string, readonly PlanNode[]> {
    const groups = new Map<string, PlanNode[]>()
    for (const node of nodes) addToGroup(groups, this.#title(node), node)
    return groups
  }

  /** A node whose children were mostly those of one other node is that node under a new title. */
  matchByChildren(): void {
    for (const node of [...this.#file.values()].toReversed().filter(this.#isFree)) {
      const votes = new Map<NodeId, number>()
      for (const child of this.#fileChildren.get(node.id) ?? []) {
        const parentId = this.#known.get(this.matches.get(child.id) ?? '')?.parentId
        if (parentId != null && !this.#taken.has(parentId)) votes.set(parentId, (votes.get(parentId) ?? 0) + 1)
      }
      const [best] = [...votes].sort(([, left], [, right]) => right - left)
      if (best !== undefined && best[1] * 2 > (this.#knownChildren.get(best[0])?.length ?? 0))
        this.#add(node.id, best[0])
    }
  }

  /** The best pairs first. A pair between the same two neighbors may be less similar. */
  matchSimilarSiblings(): void {
    for (const [children, known] of this.#siblings()) {
      const pairs: { readonly node: PlanNode; readonly found: PlanNode; readonly score: number }[] = []
      for (const [index, node] of children.entries()) {
        if (!this.#isFree(node)) continue
        for (const [at, found] of known.entries()) {
          if (!this.#isUntaken(found)) continue
          const isBetweenSame =
            this.#isSameNeighbor(children[index - 1], known[at - 1]) &&
            this.#isSameNeighbor(children[index + 1], known[at + 1])
          const score = measureSimilarity(this.#title(node), this.#title(found)) + (isBetweenSame ? 0.3 : 0)
          if (score >= 0.5) pairs.push({ node, found, score })
        }
      }
      for (const { node, found } of pairs.sort((left, right) => right.score - left.score)) {
        if (this.#isFree(node) && this.#isUntaken(found)) this.#add(node.id, found.id)
      }
    }
  }

  #isSameNeighbor(node: PlanNode | undefined, known: PlanNode | undefined): boolean {
    return node === undefined ? known === undefined : this.matches.get(node.id) === known?.id
  }
}

/** From 0 to 1, by pairs of letters that both texts have (Dice). */
function measureSimilarity(left: string, right: string): number {
  const [pairs, others] = [toLetterPairs(left), toLetterPairs(right)]
  if (pairs.length === 0 || others.length === 0) return left === right ? 1 : 0
  const counts = new Map<string, number>()
  for (const pair of pairs) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  let common = 0
  for (const pair of others) {
    const count = counts.get(pair) ?? 0
    if (count > 0) common += 1
    counts.set(pair, count - 1)
  }
  return (2 * common) / (pairs.length + others.length)
}

const toLetterPairs = (text: string): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2))

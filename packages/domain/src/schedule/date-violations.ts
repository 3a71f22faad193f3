import type { WaitingNode } from '../graph/find-waiting-cycle.ts'
import type { NodeId } from '../node/node.ts'
import type { CalendarDate } from '../planning/calendar-date.ts'
import type { PlannedNode } from '../planning/planned-node.ts'

/** The fields of a living node that decide whether its dates fit its blockers. */
export interface DatedNode extends WaitingNode, Pick<PlannedNode, 'status' | 'startDate' | 'dueDate'> {
  /** False in a stage whose nodes do not count, such as 'Dropped'. */
  readonly isCounted: boolean
}

/** A node that starts before something it waits for is due. */
export interface DateViolation {
  readonly blockerId: NodeId
  /** The day until which the blocker takes. */
  readonly blockerDue: CalendarDate
}

const noViolations: readonly DateViolation[] = []

/**
 * Finds the open nodes whose dates do not fit their blockers: they start before the blocker's due date. The same day is
 * no violation, because a date has no time. A node with one date starts and ends on that day; a blocker without a date
 * ends with the last open date below it. Of the blockers of ancestors only the latest one is named, so that the work
 * grows with the nodes and links, and not with the depth. Blockers that are done or do not count hold up nobody.
 */
export function findDateViolations(nodes: Iterable<DatedNode>): ReadonlyMap<NodeId, readonly DateViolation[]> {
  const plan = new Map<NodeId, DatedNode>()
  let hasBlockers = false
  for (const node of nodes) {
    plan.set(node.id, node)
    hasBlockers ||= node.blockedByIds.length > 0
  }
  const found = new Map<NodeId, readonly DateViolation[]>()
  if (!hasBlockers) return found
  const ends = new BlockerEnds(plan)
  for (const node of plan.values()) {
    const start = node.startDate ?? node.dueDate
    if (start === null || !isOpen(node)) continue
    const violations = listLaterEnds(ends.listOwn(node), ends.findLatestAbove(node), start)
    if (violations.length > 0) found.set(node.id, violations)
  }
  return found
}

const isOpen = ({ status, isCounted }: DatedNode): boolean => isCounted && status !== 'done'

function listLaterEnds(
  own: readonly DateViolation[],
  above: DateViolation | null,
  start: CalendarDate,
): readonly DateViolation[] {
  const isNew = above !== null && own.every(({ blockerId }) => blockerId !== above.blockerId)
  const all = isNew ? [...own, above] : own
  return all.length === 0 ? noViolations : all.filter(({ blockerDue }) => start < blockerDue)
}

/** The last days of blockers. */
class BlockerEnds {
  readonly #plan: ReadonlyMap<NodeId, DatedNode>
  /** The latest end among the own blockers of a node and those of its ancestors. */
  readonly #latest = new Map<NodeId, DateViolation | null>()
  readonly #ends = new Map<NodeId, CalendarDate | null>()
  #children: Map<NodeId, DatedNode[]> | null = null

  constructor(plan: ReadonlyMap<NodeId, DatedNode>) {
    this.#plan = plan
  }

  /** Returns the open blockers of a node that have an end. */
  listOwn({ blockedByIds }: DatedNode): readonly DateViolation[] {
    if (blockedByIds.length === 0) return noViolations
    const ends: DateViolation[] = []
    for (const blockerId of blockedByIds) {
      const blockerDue = this.#findEnd(blockerId)
      if (blockerDue !== null) ends.push({ blockerId, blockerDue })
    }
    return ends
  }

  findLatestAbove({ parentIds }: DatedNode): DateViolation | null {
    let latest: DateViolation | null = null
    for (const id of parentIds) latest = pickLater(latest, this.#findLatest(id))
    return latest
  }

  /** Not recursive, because a plan may be deeper than the stack. */
  #findLatest(id: NodeId): DateViolation | null {
    const known = this.#latest.get(id)
    if (known !== undefined) return known
    const entered = new Set<NodeId>()
    const open = [id]
    for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
      const node = this.#latest.has(at) ? undefined : this.#plan.get(at)
      // Changes that arrived in part may be a cycle, which is cut where it closes.
      const isUnknown = (parentId: NodeId) => !this.#latest.has(parentId) && !entered.has(parentId)
      const waiting = node === undefined || entered.has(at) ? [] : node.parentIds.filter(isUnknown)
      entered.add(at)
      if (waiting.length > 0) open.push(...waiting)
      else {
        if (!this.#latest.has(at)) this.#latest.set(at, node === undefined ? null : this.#pickLatest(node))
        open.pop()
      }
    }
    return this.#latest.get(id) ?? null
  }

  #pickLatest(node: DatedNode): DateViolation | null {
    let latest: DateViolation | null = null
    for (const end of this.listOwn(node)) latest = pickLater(latest, end)
    for (const parentId of node.parentIds) latest = pickLater(latest, this.#latest.get(parentId) ?? null)
    return latest
  }

  #findEnd(id: NodeId): CalendarDate | null {
    const known = this.#ends.get(id)
    if (known !== undefined) return known
    const node = this.#plan.get(id)
    const end =
      node === undefined || !isOpen(node) ? null : (node.dueDate ?? node.startDate ?? this.#findLastBelow(node))
    this.#ends.set(id, end)
    return end
  }

  #findLastBelow(top: DatedNode): CalendarDate | null {
    let last: CalendarDate | null = null
    const seen = new Set<NodeId>([top.id])
    const open = [...(this.#listChildren().get(top.id) ?? [])]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node.id)) continue
      seen.add(node.id)
      const date = isOpen(node) ? (node.dueDate ?? node.startDate) : null
      if (date !== null && (last === null || date > last)) last = date
      open.push(...(this.#listChildren().get(node.id) ?? []))
    }
    return last
  }

  #listChildren(): ReadonlyMap<NodeId, readonly DatedNode[]> {
    if (this.#children !== null) return this.#children
    const children = new Map<NodeId, DatedNode[]>()
    for (const node of this.#plan.values()) {
      for (const parentId of node.parentIds) {
        const siblings = children.get(parentId)
        if (siblings === undefined) children.set(parentId, [node])
        else siblings.push(node)
      }
    }
    this.#children = children
    return children
  }
}

const pickLater = (one: DateViolation | null, other: DateViolation | null): DateViolation | null =>
  one === null || (other !== null && other.blockerDue > one.blockerDue) ? other : one

import { type NodeId, planLimits, toPlainText } from '@espalier/domain'
import { findCycleAmong } from '@espalier/domain/schedule-cycle'
import { foldName } from '../planning/people.ts'
import type { PlanningWords } from '../planning/planning-words.ts'

/** A node of a file, as far as this needs it. */
interface WaitingDraft {
  readonly title: string
  readonly blockers: readonly WaitingDraft[]
  readonly planning?: PlanningWords | undefined
}

interface LinkedBlockers {
  readonly blockedByIds: ReadonlyMap<NodeId, readonly NodeId[]>
  /** The titles that name no node, or several. */
  readonly unknown: ReadonlyMap<WaitingDraft, readonly string[]>
  /** How many links were left out, because a node would wait for itself. */
  readonly leftOut: number
}

interface DraftPlaces {
  readonly ids: ReadonlyMap<WaitingDraft, NodeId>
  readonly parents: ReadonlyMap<NodeId, readonly NodeId[]>
  /** The ids of nodes by titles that they had before, folded: a rename must not end a dependency. */
  readonly formerTitles?: ReadonlyMap<string, NodeId> | undefined
}

/** Finds the nodes for which the nodes of a file wait: those that its reader found, and those that are named by a title. */
export function linkBlockers(
  drafts: readonly WaitingDraft[],
  { ids, parents, formerTitles = new Map() }: DraftPlaces,
): LinkedBlockers {
  const waiting = drafts.filter(({ blockers, planning }) => blockers.length > 0 || planning?.after !== undefined)
  if (waiting.length === 0) return { blockedByIds: new Map(), unknown: new Map(), leftOut: 0 }
  const findByTitle = createTitleSearch(drafts)
  const findFormer = (title: string): readonly NodeId[] => {
    const id = formerTitles.get(foldName(title))
    return id !== undefined && parents.has(id) ? [id] : []
  }
  const blockedByIds = new Map<NodeId, readonly NodeId[]>()
  const unknown = new Map<WaitingDraft, readonly string[]>()
  for (const draft of waiting) {
    const titles = draft.planning?.after ?? []
    const found = [...draft.blockers, ...titles.flatMap((title) => findByTitle(title) ?? [])]
    const former = titles.flatMap((title) => (findByTitle(title) === null ? findFormer(title) : []))
    const blockerIds = new Set([...found.flatMap((blocker) => ids.get(blocker) ?? []), ...former])
    blockedByIds.set(ids.get(draft) ?? '', [...blockerIds].slice(0, planLimits.blockersPerNode))
    const unnamed = titles.filter((title) => findByTitle(title) === null && !formerTitles.has(foldName(title)))
    if (unnamed.length > 0) unknown.set(draft, unnamed)
  }
  const leftOut = dropCycles(blockedByIds, parents)
  return { blockedByIds, unknown, leftOut }
}

/** A title that several nodes have names none of them. */
function createTitleSearch(drafts: readonly WaitingDraft[]): (title: string) => WaitingDraft | null {
  const byTitle = new Map<string, WaitingDraft | null>()
  for (const draft of drafts) {
    const key = foldName(toPlainText(draft.title))
    byTitle.set(key, byTitle.has(key) ? null : draft)
  }
  return (title) => byTitle.get(foldName(title)) ?? null
}

/** Removes all blockers of a node in each cycle that is found; each search finds one, so that few are made. */
function dropCycles(
  blockedByIds: Map<NodeId, readonly NodeId[]>,
  parents: ReadonlyMap<NodeId, readonly NodeId[]>,
): number {
  let leftOut = 0
  for (let search = 0; search < mostSearches; search += 1) {
    const nodes = Array.from(parents, ([id, parentIds]) => ({
      id,
      parentIds,
      blockedByIds: blockedByIds.get(id) ?? [],
    }))
    const cycle = findCycleAmong(nodes)
    if (cycle === null) return leftOut
    const culprit = findCulprit(cycle, blockedByIds, parents)
    leftOut += blockedByIds.get(culprit)?.length ?? 0
    blockedByIds.delete(culprit)
  }
  for (const ids of blockedByIds.values()) leftOut += ids.length
  blockedByIds.clear()
  return leftOut
}

/** After this many cycles, the file's links are worth nothing. */
const mostSearches = 20

/** Each cycle leads through a blocker of one of its nodes or of an ancestor of one. */
function findCulprit(
  cycle: readonly NodeId[],
  blockedByIds: ReadonlyMap<NodeId, readonly NodeId[]>,
  parents: ReadonlyMap<NodeId, readonly NodeId[]>,
): NodeId {
  const inCycle = new Set(cycle)
  for (const id of cycle) {
    const above = new Set([id])
    for (const at of above) {
      if (blockedByIds.get(at)?.some((blockerId) => inCycle.has(blockerId)) === true) return at
      for (const parentId of parents.get(at) ?? []) above.add(parentId)
    }
  }
  return cycle[0] ?? ''
}

import type { NodeId } from '@espalier/domain'
import { createFilter, type Filter, type FilterSubjects } from '@espalier/domain/planning-filter'
import type { ReplicaChange } from '@espalier/sync'
import { type Cell, useCell } from '../../platform/cell.ts'
import { noMatches } from '../workspace/filter-state.ts'
import type { FocusedBranch, ProjectWorkspace } from '../workspace/project-workspace.ts'

/** Returns the nodes that match the filter box, for every view of the project; null: nothing is filtered. */
export const useMatches = ({ matches }: Pick<ProjectWorkspace, 'matches'>): ReadonlySet<NodeId> | null =>
  useCell(matches, ({ found }) => found)

type FilteredWorkspace = Pick<ProjectWorkspace, 'client' | 'filter' | 'matches' | 'selection' | 'editing'>

interface ShownMatches {
  readonly from: ReadonlySet<NodeId>
  readonly key: string
  readonly branch: FocusedBranch | undefined
  readonly ids: ReadonlySet<NodeId>
}

/** Whether a node matches may depend on others, and many may change at once: then all are read after a pause. */
const rereadMs = 100

/**
 * Keeps the matches up to date with the text of the box, the names of the project and its nodes. A change of some nodes
 * reads only these. What a person has selected or edits stays, because it would vanish under their hands.
 */
export function followMatches(workspace: FilteredWorkspace, subjects: Cell<FilterSubjects>): () => void {
  const { client, filter, matches, selection, editing } = workspace
  let text = ''
  let rules: Filter | null = null
  let found: ReadonlySet<NodeId> | null = null
  let { branch } = matches.get()
  let shown: ShownMatches | null = null
  let timer = 0

  function addKept(from: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
    const wanted = [...selection.get().ids, editing.get()?.nodeId]
    const kept = wanted.flatMap((id) => (id === undefined || from.has(id) ? [] : id))
    const key = kept.join(' ')
    // The same object while nothing changes, so that selecting a node does not lay out the map again.
    if (shown?.from !== from || shown.key !== key || shown.branch !== branch) {
      const isInBranch = (id: NodeId): boolean => branch?.ids.has(id) !== false
      const isSame = kept.length === 0 && branch === undefined
      shown = { from, key, branch, ids: isSame ? from : new Set([...from, ...kept].filter(isInBranch)) }
    }
    return shown.ids
  }

  function publish(): void {
    const before = matches.get()
    ;({ branch } = before)
    const hidden = found === null || filter.get().isDimming ? (branch?.ids ?? null) : addKept(found)
    if (before.found !== found || before.shown !== hidden) matches.set({ found, shown: hidden, branch })
  }

  function reread(): void {
    window.clearTimeout(timer)
    text = filter.get().text
    rules = createFilter(text, subjects.get())
    const next = rules.isEmpty ? null : rules.find([...client.nodes()])
    if (next === null || found === null || !areSame(next, found)) found = next
    publish()
  }

  function nodesChanged({ ids }: Pick<ReplicaChange, 'ids'>): void {
    if (rules === null || found === null) return
    if (rules.dependsOnOthers) {
      window.clearTimeout(timer)
      timer = window.setTimeout(reread, rereadMs)
      return
    }
    const matching = rules.find(ids.flatMap((id) => client.node(id) ?? []))
    if (ids.every((id) => matching.has(id) === found?.has(id))) return
    const next = new Set(found)
    for (const id of ids) if (!matching.has(id)) next.delete(id)
    found = new Set([...next, ...matching])
    publish()
  }

  reread()
  const stops = [
    client.listen(nodesChanged),
    subjects.subscribe(reread),
    filter.subscribe(() => (filter.get().text === text ? publish() : reread())),
    selection.subscribe(publish),
    editing.subscribe(publish),
    matches.subscribe(() => {
      if (matches.get().branch !== branch) publish()
    }),
  ]
  return () => {
    window.clearTimeout(timer)
    for (const stop of stops) stop()
    ;({ branch } = matches.get())
    matches.set({ ...noMatches, shown: branch?.ids ?? null, branch })
  }
}

function areSame(left: ReadonlySet<NodeId>, right: ReadonlySet<NodeId>): boolean {
  if (left.size !== right.size) return false
  for (const id of left) if (!right.has(id)) return false
  return true
}

import { descendantIdsOf, type NodeId } from '@espalier/domain'
import { hasChildren, isMade, namesOf, nodeIntent, targetsOf, titleOf } from '../acting.ts'
import { neighbourAfterDelete } from '../neighbour-after-delete.ts'
import type { Workbench } from '../workbench.ts'

export const fold = nodeIntent({
  id: 'branch.fold',
  label: (bench, nodeId) => (isFolded(bench, nodeId ?? '') ? 'Show children' : 'Hide children'),
  shortcuts: [{ key: ' ', isAlias: true }],
  isEdit: false,
  isOffered: (bench, { id }) => hasChildren(bench, id),
  run(bench, { id }) {
    const ids = targetsOf(bench, id).filter((one) => hasChildren(bench, one))
    const hideChildren = !isFolded(bench, id)
    if (bench.board.canEdit.get()) isMade(bench, bench.board.edits.changeMany(ids, { hideChildren }))
    else bench.ownFolds.set(new Map([...bench.ownFolds.get(), ...ids.map((one) => [one, hideChildren] as const)]))
  },
})

const isFolded = ({ board, ownFolds }: Workbench, id: NodeId): boolean =>
  ownFolds.get().get(id) ?? board.node(id)?.hideChildren ?? false

/** What can be folded in a branch, its top included. */
const foldable = (bench: Workbench, id: NodeId): readonly NodeId[] =>
  [id, ...descendantIdsOf(bench.board.graph, id)].filter((one) => hasChildren(bench, one))

export const toggleDescendants = nodeIntent({
  id: 'branch.toggle-descendants',
  label: 'Toggle descendants',
  isEdit: true,
  isOffered: (bench, { id }) => hasChildren(bench, id),
  run(bench, { id }) {
    const ids = foldable(bench, id)
    const isSomeFolded = ids.some((one) => bench.board.node(one)?.hideChildren)
    isMade(bench, bench.board.edits.changeMany(ids, { hideChildren: !isSomeFolded }))
    bench.stage.announce(`${isSomeFolded ? 'Unfolded' : 'Folded'} ${titleOf(bench, id)}`)
  },
})

export const colourDescendants = nodeIntent({
  id: 'branch.colour-descendants',
  label: 'Color descendants',
  isEdit: true,
  isOffered: (bench, { id }) => hasChildren(bench, id),
  run(bench, { id, style }) {
    const ids = [...descendantIdsOf(bench.board.graph, id)]
    isMade(bench, bench.board.edits.changeMany(ids, { backgroundColor: style.backgroundColor }))
  },
})

/** Stands on what is nearest to what went. */
function leave(bench: Workbench, next: NodeId | null, said: string): void {
  bench.selection.set({ ids: new Set(next === null ? [] : [next]), current: next })
  if (next !== null) bench.stage.focus(next)
  bench.stage.announce(said)
}

const onlyVisibleText = 'The only visible node cannot be deleted'

/** Says why, where a single node is to go and no other one is shown. A branch goes whole, even the last one. */
function isOnlyVisible(bench: Workbench, ids: readonly NodeId[]): boolean {
  const shown = bench.stage.shownIds()
  const [only] = ids
  if (ids.length !== 1 || shown.length !== 1 || shown[0] !== only) return false
  bench.say(onlyVisibleText, 'failed')
  return true
}

export const deleteBranch = nodeIntent({
  id: 'node.delete',
  label: 'Delete node',
  shortcuts: [
    { key: 'Delete', isCommand: true },
    { key: 'Delete', isAlias: true },
    { key: 'Backspace', isAlias: true },
    { key: 'Backspace', isCommand: true, isAlias: true },
  ],
  isEdit: true,
  isOnce: true,
  run(bench, { id }) {
    const ids = targetsOf(bench, id)
    // Without children it is the deletion of a single node.
    if (!hasChildren(bench, id) && isOnlyVisible(bench, ids)) return
    const next = neighbourAfterDelete(bench, id, ids)
    const said = `Deleted ${namesOf(bench, ids)}`
    if (isMade(bench, bench.board.edits.deleteBranches(ids))) leave(bench, next, said)
  },
})

export const deleteKeepingChildren = nodeIntent({
  id: 'node.delete-alone',
  label: 'Delete and keep children',
  shortcuts: [{ key: 'Delete', isShift: true, isAlias: true }],
  isEdit: true,
  isOnce: true,
  run(bench, { id }) {
    const { edits, graph } = bench.board
    const ids = targetsOf(bench, id)
    if (isOnlyVisible(bench, ids)) return
    const firstChild = [...graph.children(id)].find((child) => !ids.includes(child.id))
    const next = firstChild?.id ?? neighbourAfterDelete(bench, id, ids)
    const said = `Deleted ${namesOf(bench, ids)}`
    const isDone = edits.group(() => ids.every((one) => isMade(bench, edits.deleteNode(one))))
    if (isDone) leave(bench, next, said)
  },
})

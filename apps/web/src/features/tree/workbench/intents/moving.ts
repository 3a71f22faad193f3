import { type Drop, type NodeId, primaryParentOf } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import { isMade, nodeIntent, titleOf } from '../acting.ts'
import type { Intent } from '../intent.ts'
import type { Workbench } from '../workbench.ts'

const sameParents = (left: readonly NodeId[], right: readonly NodeId[]): boolean =>
  left.length === right.length && left.every((id) => right.includes(id))

/**
 * One place up (-1) or down (1) among its siblings. A drop beside a sibling takes that sibling's parents, so only one with the
 * same parents will do: the next, or the one behind it, on its near side.
 */
function stepDrop(bench: Workbench, node: NodeRecord, step: 1 | -1): Drop | null {
  const siblings = bench.board.graph.children(primaryParentOf(node))
  const at = siblings.indexOf(node)
  const isTwin = (id: NodeId | undefined): id is NodeId =>
    id !== undefined && sameParents(bench.board.node(id)?.parentIds ?? [], node.parentIds)
  const [next, behind] = [1, 2].map((distance) => {
    const index = at + distance * step
    return index < 0 ? undefined : siblings.at(index)?.id
  })
  if (next === undefined) return null
  if (isTwin(next)) return { side: step === 1 ? 'after' : 'before', targetId: next }
  return isTwin(behind) ? { side: step === 1 ? 'before' : 'after', targetId: behind } : null
}

const stepAside = (step: 1 | -1, id: string, label: string, key: string): Intent =>
  nodeIntent({
    id,
    label,
    shortcuts: [{ key, isAlt: true, isAlias: true }],
    isEdit: true,
    isOffered: (bench, node) => stepDrop(bench, node, step) !== null,
    run(bench, node) {
      const drop = stepDrop(bench, node, step)
      if (drop === null || !isMade(bench, bench.board.edits.move([node.id], drop))) return
      bench.stage.announce(`Moved ${titleOf(bench, node.id)} ${drop.side} ${titleOf(bench, drop.targetId)}`)
      bench.stage.focus(node.id)
    },
  })

export const moveUp = stepAside(-1, 'node.move-up', 'Move up', 'ArrowUp')
export const moveDown = stepAside(1, 'node.move-down', 'Move down', 'ArrowDown')

export const moveTo = nodeIntent({
  id: 'node.move-to',
  label: 'Move to ...',
  isEdit: true,
  isOffered: (bench) => bench.board.graph.livingCount > 1,
  run: (bench, { id }) => bench.dialog.set({ kind: 'move-to', nodeId: id }),
})

export const addParentLink = nodeIntent({
  id: 'node.add-parent-link',
  label: 'Add parent ...',
  isEdit: true,
  isOffered: (bench) => bench.board.graph.livingCount > 1,
  run: (bench, { id }) => bench.dialog.set({ kind: 'add-parent', nodeId: id }),
})

/** One for each parent of a node that has several. */
export function parentLinkIntents(bench: Workbench, nodeId: NodeId): readonly Intent[] {
  const parentIds = bench.board.node(nodeId)?.parentIds ?? []
  if (parentIds.length < 2) return []
  return parentIds.map((parentId) => {
    const parent = titleOf(bench, parentId)
    return nodeIntent({
      id: `node.remove-parent.${parentId}`,
      label: `Remove link to ${parent}`,
      isEdit: true,
      run(at, { id }) {
        if (!isMade(at, at.board.edits.removeParent(id, parentId))) return
        at.stage.announce(`${titleOf(at, id)} is no longer under ${parent}`)
      },
    })
  })
}

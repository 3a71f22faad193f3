import { getPrimaryParent } from '@espalier/domain'
import type { Direction } from '@espalier/layout'
import { goToNode, defineNodeAction } from '../acting.ts'
import type { WorkspaceAction } from '../intent.ts'

export const goToParentAction = defineNodeAction({
  id: 'go.parent',
  label: 'Go to parent',
  shortcuts: [{ key: 'Tab', isShift: true }],
  isEdit: false,
  isAvailable: (workspace, node) => workspace.map.isShown(getPrimaryParent(node) ?? ''),
  run(workspace, node) {
    const parentId = getPrimaryParent(node)
    if (parentId !== null) goToNode(workspace, parentId)
  },
})

const defineArrowAction = (towards: Direction, label: string, key: string): WorkspaceAction => ({
  id: `go.${towards}`,
  label,
  shortcuts: [
    { key, isCommand: true, isAlt: true },
    { key, isAlias: true },
  ],
  isEdit: false,
  run(workspace, nodeId) {
    const isHere = nodeId !== null && workspace.map.isShown(nodeId)
    const next = isHere ? workspace.map.findNeighbor(nodeId, towards) : workspace.map.shownIds()[0]
    if (next !== undefined) goToNode(workspace, next)
  },
})

export const arrowActions: readonly WorkspaceAction[] = [
  defineArrowAction('left', 'Jump left', 'ArrowLeft'),
  defineArrowAction('right', 'Jump right', 'ArrowRight'),
  defineArrowAction('up', 'Jump up', 'ArrowUp'),
  defineArrowAction('down', 'Jump down', 'ArrowDown'),
]

export const selectAllAction: WorkspaceAction = {
  id: 'select.all',
  label: 'Select all',
  shortcuts: [{ key: 'a', isCommand: true, isAlias: true }],
  isEdit: false,
  isAvailable: (workspace) => workspace.board.graph.livingCount > 0,
  run(workspace, nodeId) {
    const ids = workspace.map.shownIds().filter((id) => workspace.board.node(id) !== undefined)
    const current = nodeId !== null && workspace.map.isShown(nodeId) ? nodeId : (ids[0] ?? null)
    workspace.selection.set({ ids: new Set(ids), current })
    workspace.map.announce(`${ids.length} nodes selected`)
  },
}

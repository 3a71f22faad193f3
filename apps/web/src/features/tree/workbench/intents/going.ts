import { primaryParentOf } from '@espalier/domain'
import type { Direction } from '@espalier/layout'
import { goTo, nodeIntent } from '../acting.ts'
import type { Intent } from '../intent.ts'

export const goToParent = nodeIntent({
  id: 'go.parent',
  label: 'Go to parent',
  shortcuts: [{ key: 'Tab', isShift: true }],
  isEdit: false,
  isOffered: (bench, node) => bench.stage.isShown(primaryParentOf(node) ?? ''),
  run(bench, node) {
    const parentId = primaryParentOf(node)
    if (parentId !== null) goTo(bench, parentId)
  },
})

const arrow = (towards: Direction, label: string, key: string): Intent => ({
  id: `go.${towards}`,
  label,
  shortcuts: [
    { key, isCommand: true, isAlt: true },
    { key, isAlias: true },
  ],
  isEdit: false,
  run(bench, nodeId) {
    const isHere = nodeId !== null && bench.stage.isShown(nodeId)
    const next = isHere ? bench.stage.neighbourOf(nodeId, towards) : bench.stage.shownIds()[0]
    if (next !== undefined) goTo(bench, next)
  },
})

export const arrows: readonly Intent[] = [
  arrow('left', 'Jump left', 'ArrowLeft'),
  arrow('right', 'Jump right', 'ArrowRight'),
  arrow('up', 'Jump up', 'ArrowUp'),
  arrow('down', 'Jump down', 'ArrowDown'),
]

export const selectAll: Intent = {
  id: 'select.all',
  label: 'Select all',
  shortcuts: [{ key: 'a', isCommand: true, isAlias: true }],
  isEdit: false,
  isOffered: (bench) => bench.board.graph.livingCount > 0,
  run(bench, nodeId) {
    const ids = bench.stage.shownIds().filter((id) => bench.board.node(id) !== undefined)
    const current = nodeId !== null && bench.stage.isShown(nodeId) ? nodeId : (ids[0] ?? null)
    bench.selection.set({ ids: new Set(ids), current })
    bench.stage.announce(`${ids.length} nodes selected`)
  },
}

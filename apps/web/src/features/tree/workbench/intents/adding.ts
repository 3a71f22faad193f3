import type { NodeId } from '@espalier/domain'
import type { Edited, NewPlace } from '../../../../data/board/board.ts'
import { isMade, nodeIntent, select } from '../acting.ts'
import type { Intent } from '../intent.ts'
import type { Workbench } from '../workbench.ts'

/** A new node is selected and its title edited at once; the editor takes it back if it is left as it came. */
function startNew(bench: Workbench, created: Edited<NodeId>): void {
  if (!isMade(bench, created)) return
  const id = created.value
  // A filter would hide what has just been made, and with it the editor.
  if (!bench.visibility.get().showToDo) bench.visibility.set({ ...bench.visibility.get(), showToDo: true })
  select(bench, id)
  bench.stage.reveal(id)
  bench.editing.set({ nodeId: id, isNew: true, typed: null })
}

const create = (bench: Workbench, place: NewPlace): void => startNew(bench, bench.board.edits.create(place))

export const createFirst: Intent = {
  id: 'node.create-first',
  label: 'Create node',
  isEdit: true,
  isOnce: true,
  isOffered: (bench) => bench.board.graph.livingCount === 0,
  run: (bench) => create(bench, { kind: 'root' }),
}

export const addChild = nodeIntent({
  id: 'node.add-child',
  label: 'Add child',
  shortcuts: [{ key: 'Tab' }, { key: 'Insert', isAlias: true }],
  isEdit: true,
  isOnce: true,
  run(bench, { id, hideChildren }) {
    const { edits } = bench.board
    const created = edits.group(() => {
      if (hideChildren) edits.change(id, { hideChildren: false })
      return edits.create({ kind: 'child', parentId: id })
    })
    startNew(bench, created)
  },
})

export const addSiblingAfter = nodeIntent({
  id: 'node.add-after',
  label: 'Add sibling after',
  shortcuts: [{ key: 'Enter', isAlias: true }],
  isEdit: true,
  isOnce: true,
  run: (bench, { id }) => create(bench, { kind: 'after', siblingId: id }),
})

export const addSiblingBefore = nodeIntent({
  id: 'node.add-before',
  label: 'Add sibling before',
  shortcuts: [{ key: 'Enter', isShift: true, isAlias: true }],
  isEdit: true,
  isOnce: true,
  run: (bench, { id }) => create(bench, { kind: 'before', siblingId: id }),
})

export const addParentNode = nodeIntent({
  id: 'node.add-parent',
  label: 'Add parent',
  shortcuts: [
    { key: 'Tab', isAlt: true, isShift: true },
    { key: 'Enter', isAlt: true, isAlias: true },
  ],
  isEdit: true,
  isOnce: true,
  run: (bench, { id }) => create(bench, { kind: 'parent', childId: id }),
})

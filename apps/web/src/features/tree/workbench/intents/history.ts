import type { NodeId } from '@espalier/domain'
import type { Edited } from '../../../../data/board/board.ts'
import { isCanvasFocused, isMade } from '../acting.ts'
import type { Intent } from '../intent.ts'
import type { Workbench } from '../workbench.ts'

/** Shows what came back or changed, or what a node that is gone hung from. From the toolbar the focus stays on its button, to be pressed again. */
function show(bench: Workbench, travel: () => Edited<readonly NodeId[]>, said: string): void {
  const { board, selection } = bench
  const { current } = selection.get()
  const above = board.node(current ?? '')?.parentIds[0]
  const travelled = travel()
  if (!isMade(bench, travelled)) return
  bench.stage.announce(said)
  const isThere = (id: NodeId): boolean => board.node(id) !== undefined
  const living = travelled.value.filter(isThere)
  if (living.length === 0 && above !== undefined && !isThere(current ?? '')) living.push(above)
  const [first] = living
  if (first === undefined) return
  selection.set({ ids: new Set(living), current: first })
  if (isCanvasFocused()) bench.stage.focus(first)
  else bench.stage.reveal(first)
}

export const undo: Intent = {
  id: 'history.undo',
  label: 'Undo',
  shortcuts: [{ key: 'z', isCommand: true }],
  isEdit: true,
  isOfScreen: true,
  isOffered: (bench) => bench.board.canUndo.get(),
  run: (bench) => show(bench, () => bench.board.edits.undo(), 'Undone'),
}

export const redo: Intent = {
  id: 'history.redo',
  label: 'Redo',
  shortcuts: [
    { key: 'z', isCommand: true, isShift: true },
    { key: 'y', isCommand: true, isAlias: true },
  ],
  isEdit: true,
  isOfScreen: true,
  isOffered: (bench) => bench.board.canRedo.get(),
  run: (bench) => show(bench, () => bench.board.edits.redo(), 'Redone'),
}

import type { NodeId } from '@espalier/domain'
import type { Edited } from '../../../../data/board/board.ts'
import { isCanvasFocused, isMade } from '../acting.ts'
import type { Intent } from '../intent.ts'
import type { Workbench } from '../workbench.ts'

/** Shows what came back or changed. From the toolbar the focus stays on its button, to be pressed again. */
function show(bench: Workbench, travelled: Edited<readonly NodeId[]>, said: string): void {
  if (!isMade(bench, travelled)) return
  bench.stage.announce(said)
  const living = travelled.value.filter((id) => bench.board.node(id) !== undefined)
  const [first] = living
  if (first === undefined) return
  bench.selection.set({ ids: new Set(living), current: first })
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
  run: (bench) => show(bench, bench.board.edits.undo(), 'Undone'),
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
  run: (bench) => show(bench, bench.board.edits.redo(), 'Redone'),
}

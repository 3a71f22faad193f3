import { rectToWorld, slotsInFrame } from '@espalier/canvas'
import { type NodeId, nodeLinksId } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { Selection, Workbench } from '../../workbench/workbench.ts'
import type { CanvasStage } from '../stage.ts'
import type { Overlay } from './overlay.ts'
import { standOn } from './selecting.ts'

export interface Framing {
  change(frame: Rect, isAdding: boolean): void
  end(frame: Rect, isAdding: boolean): void
  cancel(): void
}

/** Selects what a frame encloses while it is drawn. */
export function createFraming(bench: Workbench, stage: CanvasStage, overlay: Overlay): Framing {
  let before: Selection | null = null

  function change(frame: Rect, isAdding: boolean): void {
    before ??= bench.selection.get()
    stage.projection.settle()
    const area = rectToWorld(stage.viewport(), frame)
    overlay.zoom = stage.viewport().zoom
    overlay.frame(area)
    const ids = new Set([...(isAdding ? before.ids : []), ...idsWithin(stage, area)])
    const present = bench.selection.get()
    // The frame moves far more often than its contents change, and each selection is drawn anew.
    if (ids.size === present.ids.size && [...ids].every((id) => present.ids.has(id))) return
    const isKept = present.current !== null && ids.has(present.current)
    bench.selection.set({ ids, current: isKept ? present.current : ([...ids][0] ?? null) })
  }
  return {
    change,
    end(frame, isAdding) {
      change(frame, isAdding)
      before = null
      overlay.clear()
      const { current } = bench.selection.get()
      if (current !== null) standOn(bench, stage, current)
    },
    cancel() {
      if (before !== null) bench.selection.set(before)
      before = null
      overlay.clear()
    },
  }
}

function idsWithin({ projection }: CanvasStage, area: Rect): readonly NodeId[] {
  const { boxIndex, diagram } = projection.scene
  return slotsInFrame(boxIndex, area).flatMap((slot) => {
    const id = diagram.idAt(slot)
    return id === undefined || id === nodeLinksId ? [] : [id]
  })
}

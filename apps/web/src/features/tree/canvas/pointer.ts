import { panBy, wheelPixels, wheelZoomFactor, zoomBy } from '@espalier/canvas'
import type { NodeId } from '@espalier/domain'
import { select } from '../workbench/acting.ts'
import { editTitle } from '../workbench/intents/writing.ts'
import type { Workbench } from '../workbench/workbench.ts'
import type { CanvasStage } from './stage.ts'

const nodeIdAt = (target: EventTarget | null): NodeId | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-node-id]')?.dataset['nodeId'] ?? null) : null

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('button, a, input, [contenteditable], [role=textbox], [role=toolbar]') !== null

/** Wheel and drag pan, Ctrl and wheel zoom, a press selects, a double press edits. */
export function listenToPointer(bench: Workbench, stage: CanvasStage, root: HTMLElement): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let dragging: number | null = null

  root.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const { size } = stage.projection
      if (event.ctrlKey || event.metaKey) {
        const { left, top } = root.getBoundingClientRect()
        const at = { x: event.clientX - left, y: event.clientY - top }
        stage.applyViewport(zoomBy(stage.viewport(), wheelZoomFactor(event, size), at))
      } else {
        const { dx, dy } = wheelPixels(event, size)
        const [x, y] = event.shiftKey && dx === 0 ? [dy, 0] : [dx, dy]
        stage.applyViewport(panBy(stage.viewport(), -x, -y))
      }
    },
    { passive: false, signal },
  )
  root.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || isControl(event.target)) return
      const nodeId = nodeIdAt(event.target)
      if (nodeId !== null) return press(bench, nodeId, event.ctrlKey || event.metaKey)
      dragging = event.pointerId
      root.setPointerCapture?.(event.pointerId)
      bench.selection.set({ ids: new Set(), current: null })
    },
    { signal },
  )
  root.addEventListener(
    'pointermove',
    (event) => {
      if (dragging === event.pointerId) {
        stage.applyViewport(panBy(stage.viewport(), event.movementX, event.movementY))
      }
    },
    { signal },
  )
  const stop = () => {
    dragging = null
  }
  root.addEventListener('pointerup', stop, { signal })
  root.addEventListener('pointercancel', stop, { signal })
  root.addEventListener(
    'dblclick',
    ({ target }) => {
      const nodeId = nodeIdAt(target)
      if (nodeId !== null && !isControl(target) && bench.board.canEdit.get()) editTitle.run(bench, nodeId)
    },
    { signal },
  )
  root.addEventListener(
    'contextmenu',
    (event) => {
      const nodeId = nodeIdAt(event.target)
      if (nodeId === null || isControl(event.target)) return
      event.preventDefault()
      bench.menu.set({ nodeId, at: { x: event.clientX, y: event.clientY } })
    },
    { signal },
  )
  return () => ending.abort()
}

function press(bench: Workbench, id: NodeId, isToggling: boolean): void {
  const { ids } = bench.selection.get()
  if (!isToggling) return select(bench, id)
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  bench.selection.set({ ids: next, current: next.has(id) ? id : ([...next].at(-1) ?? null) })
}

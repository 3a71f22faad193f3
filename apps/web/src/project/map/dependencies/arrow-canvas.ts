import type { DrawnArea } from '@espalier/canvas'
import { limits } from '@espalier/domain'
import { openLayerCanvas } from '../rendering/link-painter.ts'
import type { MapRenderer } from '../rendering/map-renderer.ts'
import { type ArrowColors, type FoundArrows, strokeArrows, strokeSelected } from './arrow-painter.ts'

/** At most this many arrows are painted in one frame; more would make it late. */
const mostPerFrame = 300

/** The view rests when it has not moved for this long. */
const restMs = 2 * limits.panDebounceMs

interface ArrowCanvas {
  /** Too many arrows are to be painted while the view moves. They are asked for again once it rests. */
  readonly isWaiting: boolean
  paint(drawn: DrawnArea, found: FoundArrows, colors: ArrowColors): void
  stop(): void
}

/**
 * Paints a few arrows at once, and many over several frames onto a second canvas that is shown when it is complete.
 * While the view moves, many arrows stay as they were painted last, so that a pan is as fast as without them.
 */
export function createArrowCanvas(canvas: HTMLCanvasElement, renderer: MapRenderer, askAgain: () => void): ArrowCanvas {
  let back: HTMLCanvasElement | null = null
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const waitForRest = (): void => {
    timer = setTimeout(() => {
      timer = undefined
      if (isResting(renderer)) askAgain()
      else waitForRest()
    }, restMs)
  }

  const report = ({ list, selected }: FoundArrows): void => {
    canvas.dataset['dependencies'] = String(list.length)
    canvas.dataset['selected'] = String(selected !== null)
  }

  function paintAtOnce(drawn: DrawnArea, found: FoundArrows, colors: ArrowColors): void {
    report(found)
    const context = openLayerCanvas(canvas, drawn)
    if (context === null) return
    strokeArrows(context, found.list, colors, drawn.zoom)
    if (found.selected !== null) strokeSelected(context, found.selected, colors, drawn.zoom)
  }

  function paintInParts(drawn: DrawnArea, found: FoundArrows, colors: ArrowColors): void {
    back ??= document.createElement('canvas')
    const hidden = back
    const context = openLayerCanvas(hidden, drawn)
    if (context === null) return report(found)
    let painted = 0
    const paintPart = (): void => {
      frame = 0
      if (!isResting(renderer)) return waitForRest()
      strokeArrows(context, found.list.slice(painted, painted + mostPerFrame), colors, drawn.zoom)
      painted += mostPerFrame
      if (painted < found.list.length) {
        frame = requestAnimationFrame(paintPart)
        return
      }
      if (found.selected !== null) strokeSelected(context, found.selected, colors, drawn.zoom)
      const shown = openLayerCanvas(canvas, drawn)
      shown?.setTransform(1, 0, 0, 1, 0, 0)
      shown?.drawImage(hidden, 0, 0)
      report(found)
    }
    paintPart()
  }

  const cancel = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    timer = undefined
  }

  return {
    get isWaiting() {
      return timer !== undefined
    },
    paint(drawn, found, colors) {
      cancel()
      if (found.list.length <= mostPerFrame) paintAtOnce(drawn, found, colors)
      else if (isResting(renderer)) paintInParts(drawn, found, colors)
      else waitForRest()
    },
    stop: cancel,
  }
}

/** The viewport is published as settled shortly after it has moved for the last time. */
function isResting({ viewport, settledViewport }: MapRenderer): boolean {
  const { x, y, zoom } = settledViewport.get()
  return viewport.x === x && viewport.y === y && viewport.zoom === zoom
}

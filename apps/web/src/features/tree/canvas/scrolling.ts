import { panBy } from '@espalier/canvas'
import type { CanvasStage } from './stage.ts'

/** How far the canvas can be scrolled to each side; CanvasView.module.css lays its ground out so. */
const reach = 600

/**
 * A browser scrolls what it looks for into view: a word found on the page, a node that a screen reader goes to. The canvas lets
 * itself be scrolled, takes the way as a pan, and lies as before.
 */
export function takeScrollingAsPan(stage: CanvasStage, frame: HTMLElement): () => void {
  const rest = () => {
    frame.scrollLeft = reach
    frame.scrollTop = reach
  }
  const onScroll = () => {
    const dx = reach - frame.scrollLeft
    const dy = reach - frame.scrollTop
    if (dx === 0 && dy === 0) return
    rest()
    stage.applyViewport(panBy(stage.viewport(), dx, dy))
    stage.projection.draw()
  }
  rest()
  frame.addEventListener('scroll', onScroll)
  return () => frame.removeEventListener('scroll', onScroll)
}

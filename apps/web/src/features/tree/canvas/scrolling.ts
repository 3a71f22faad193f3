import { panBy } from '@espalier/canvas'
import type { MapController } from './stage.ts'

/** How far the canvas can be scrolled to each side; CanvasView.module.css lays its ground out so. */
const scrollReachPx = 600

/**
 * A browser scrolls what it looks for into view: a word found on the page, a node that a screen reader goes to. The canvas lets
 * itself be scrolled, takes the way as a pan, and lies as before.
 */
export function panOnBrowserScroll(map: MapController, frame: HTMLElement): () => void {
  const rest = () => {
    frame.scrollLeft = scrollReachPx
    frame.scrollTop = scrollReachPx
  }
  const onScroll = () => {
    const dx = scrollReachPx - frame.scrollLeft
    const dy = scrollReachPx - frame.scrollTop
    if (dx === 0 && dy === 0) return
    rest()
    map.moveViewport(panBy(map.getViewport(), dx, dy))
    map.renderer.draw()
  }
  rest()
  frame.addEventListener('scroll', onScroll)
  return () => frame.removeEventListener('scroll', onScroll)
}

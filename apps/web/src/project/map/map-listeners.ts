import { panBy } from '@espalier/canvas'
import { type RefObject, useLayoutEffect } from 'react'
import { useCell } from '../../platform/cell.ts'
import { afterPaint } from '../../platform/timing.ts'
import type { MapController } from './rendering/map-controller.ts'
import { scrollReachPx } from './rendering/map-surface.ts'

/** Shows the buttons of the hovered node, except while the viewport moves, because nodes only pass by then. */
export function trackHover(map: MapController, root: HTMLElement): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const { hovered } = map.renderer
  root.addEventListener(
    'pointermove',
    ({ target, pointerType, movementX, movementY, buttons }) => {
      if (pointerType === 'touch' || buttons !== 0 || (movementX === 0 && movementY === 0)) return
      const node = target instanceof Element ? target.closest<HTMLElement>('[data-node-id]') : null
      hovered.set(node?.dataset['nodeId'] ?? null)
    },
    { signal },
  )
  root.addEventListener('pointerleave', () => hovered.set(null), { signal })
  return () => ending.abort()
}

/** A press on a node's button keeps the focus on the node, because keys on the button would not reach it. */
export function focusNodeOnButtonPress(root: HTMLElement): () => void {
  root.addEventListener('mousedown', focusNodeOfButton)
  return () => root.removeEventListener('mousedown', focusNodeOfButton)
}

function focusNodeOfButton(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.target.closest('[role=toolbar]') !== null) return
  const node = event.target.closest<HTMLElement>('[data-node-id]')
  if (node === null || event.target.closest('button') === null) return
  event.preventDefault()
  if (!node.contains(document.activeElement)) node.focus({ preventScroll: true })
}

/**
 * A browser scrolls matches into view: a word found on the page, or a node that a screen reader visits. The canvas lets
 * itself be scrolled, turns the distance into a pan, and resets its scroll position.
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

/** Signals once that the visible nodes are painted. */
export function useMapReady(map: MapController, root: RefObject<HTMLElement | null>): void {
  const isDrawn = useCell(map.renderer.rendered, () => map.renderer.isDrawn)
  useLayoutEffect(() => {
    if (!isDrawn) return
    // The nodes are rendered now, but painted only with the next frame.
    const frame = requestAnimationFrame(() => {
      root.current?.setAttribute('data-ready', 'true')
      performance.mark('canvas-ready')
      // The toolbar is rendered in a separate frame.
      afterPaint(() => map.isReady.set(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [isDrawn, root, map])
}

import type { MapController } from './stage.ts'

/** The node under the pointer shows its buttons; not while the view moves, for then nodes only pass by below it. */
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

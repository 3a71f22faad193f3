/** Something that a pressed pointer does until it is lifted. */
export interface PointerGesture {
  move(event: PointerEvent): void
  /** The pointer was lifted; `cancel` follows. */
  end(event: PointerEvent): void
  /** Called at the end of every gesture, also of one that Esc or the browser has ended. */
  cancel(): void
}

/**
 * Returns how far to scroll in one frame while the pointer is near an edge of a scrolling part; 0 between the edges.
 */
export const findEdgeStep = (
  at: number,
  start: number,
  end: number,
  { edgePx, stepPx }: { readonly edgePx: number; readonly stepPx: number },
): number => (at < start + edgePx ? -stepPx : at > end - edgePx ? stepPx : 0)

/**
 * Runs one gesture at a time inside an element. Returns a function that ends it.
 *
 * @param begin Null: this press begins no gesture.
 */
export function listenToGestures(root: HTMLElement, begin: (event: PointerEvent) => PointerGesture | null): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let gesture: PointerGesture | null = null
  const finish = (): void => {
    gesture?.cancel()
    gesture = null
  }
  root.addEventListener(
    'pointerdown',
    (event) => {
      finish()
      gesture = begin(event)
    },
    { signal },
  )
  root.addEventListener('pointermove', (event) => gesture?.move(event), { signal })
  root.addEventListener(
    'pointerup',
    (event) => {
      gesture?.end(event)
      finish()
    },
    { signal },
  )
  root.addEventListener('pointercancel', finish, { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && finish(), { signal, capture: true })
  return () => {
    finish()
    listening.abort()
  }
}

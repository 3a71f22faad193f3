import { findKeyTarget } from '../../keyboard/key-target.ts'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'
import type { MapSurface } from '../rendering/map-surface.ts'
import { createInputReader, findGestureTarget, hasBrowserMenu, isOnControl } from './gesture-input.ts'
import { GestureRunner } from './gesture-runner.ts'

const mainButton = 0

/** Mouse, pen, fingers and the keys that go with them, from the canvas to the gesture machine, until the answer is called. */
export function listenToGestures(workspace: ProjectWorkspace, map: MapController, surface: MapSurface): () => void {
  const { root } = surface
  const hand = new GestureRunner(workspace, map, surface)
  const ending = new AbortController()
  listenToPointers(hand, root, ending.signal)
  listenToWheelAndMenu(hand, root, ending.signal)
  listenToKeys(hand, ending.signal)
  window.addEventListener('blur', () => hand.feed({ kind: 'cancel' }), { signal: ending.signal })
  return () => {
    ending.abort()
    hand.end()
  }
}

function listenToPointers(hand: GestureRunner, root: HTMLElement, signal: AbortSignal): void {
  const read = createInputReader(root)
  const down = (event: PointerEvent): void => {
    // The middle button on a link opens it elsewhere.
    if (event.button === mainButton || !isOnControl(event.target)) hand.feed(read.down(event))
  }
  const move = (event: PointerEvent): void => {
    if (hand.stateKind === 'idle') return
    // The button was let go where nobody saw it, in another window say.
    const isLost = event.pointerType === 'mouse' && event.buttons === 0
    hand.feed(isLost ? { kind: 'pointer-cancel', pointerId: event.pointerId } : read.move(event))
  }
  const up = (event: PointerEvent): void => {
    if (hand.stateKind !== 'idle') hand.feed(read.up(event))
  }
  const cancel = ({ pointerId }: PointerEvent): void => hand.feed({ kind: 'pointer-cancel', pointerId })
  root.addEventListener('pointerdown', down, { signal })
  // Until a pointer is held by the canvas, it can leave it and be let go beside it.
  document.addEventListener('pointermove', move, { signal })
  document.addEventListener('pointerup', up, { signal })
  document.addEventListener('pointercancel', cancel, { signal })
  root.addEventListener(
    'lostpointercapture',
    // A node that had a finger loses it to the canvas when a gesture begins.
    (event) => event.target === root && cancel(event),
    { signal },
  )
  root.addEventListener(
    'mousedown',
    (event) => {
      // The browser would move the focus, and with it the selection, before it is known what the press means.
      if (!isOnControl(event.target) || hand.stateKind === 'space-panning') event.preventDefault()
    },
    { signal },
  )
}

/** The wheel over a long title in its editor scrolls the title. */
function isScrolledText({ target, ctrlKey }: WheelEvent): boolean {
  const text = target instanceof Element && !ctrlKey ? target.closest('[data-scrolls]') : null
  return text !== null && text.scrollHeight > text.clientHeight
}

function listenToWheelAndMenu(hand: GestureRunner, root: HTMLElement, signal: AbortSignal): void {
  const read = createInputReader(root)
  root.addEventListener(
    'wheel',
    (event) => {
      if (isScrolledText(event)) return
      event.preventDefault()
      hand.feed(read.wheel(event))
    },
    { passive: false, signal },
  )
  root.addEventListener(
    'contextmenu',
    (event) => {
      const isOnGround = findGestureTarget(event.target).kind === 'empty' && hand.stateKind === 'idle'
      if (isOnGround || hasBrowserMenu(event.target)) return
      event.preventDefault()
      hand.feed(read.menu(event))
    },
    { signal },
  )
}

/** Heard before all others: Esc that ends a drag must not also leave the canvas. */
function listenToKeys(hand: GestureRunner, signal: AbortSignal): void {
  const down = (event: KeyboardEvent): void => {
    const key = event.key === 'Escape' ? readEscape(hand) : readSpace(event)
    if (key === null) return
    event.preventDefault()
    hand.feed({ kind: 'key-down', key, isRepeat: event.repeat })
  }
  const up = ({ key }: KeyboardEvent): void => {
    if (key === ' ') hand.feed({ kind: 'key-up', key: 'Space', isRepeat: false })
  }
  document.addEventListener('keydown', down, { capture: true, signal })
  document.addEventListener('keyup', up, { capture: true, signal })
}

const readEscape = (hand: GestureRunner): 'Escape' | null => (hand.stateKind === 'idle' ? null : 'Escape')

/** Space is the hand's on the ground and on a node; in a text and on a button it is theirs. */
function readSpace(event: KeyboardEvent): 'Space' | null {
  if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  const place = findKeyTarget(event.target)
  return place.kind === 'ground' || (place.kind === 'node' && !place.isOnButton) ? 'Space' : null
}

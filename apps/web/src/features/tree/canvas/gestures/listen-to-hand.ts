import type { Workbench } from '../../workbench/workbench.ts'
import { placeOf } from '../../keys/key-place.ts'
import type { CanvasStage } from '../stage.ts'
import type { Surface } from '../surface.ts'
import { Hand } from './hand.ts'
import { readFrom } from './read-input.ts'
import { hasOwnMenu, isControl, targetAt } from './target-at.ts'

const mainButton = 0

/** Mouse, pen, fingers and the keys that go with them, from the canvas to the gesture machine, until the answer is called. */
export function listenToHand(bench: Workbench, stage: CanvasStage, surface: Surface): () => void {
  const { root } = surface
  const hand = new Hand(bench, stage, surface)
  const ending = new AbortController()
  hearPointers(hand, root, ending.signal)
  hearWheelAndMenu(hand, root, ending.signal)
  hearKeys(hand, ending.signal)
  window.addEventListener('blur', () => hand.feed({ kind: 'cancel' }), { signal: ending.signal })
  return () => {
    ending.abort()
    hand.end()
  }
}

function hearPointers(hand: Hand, root: HTMLElement, signal: AbortSignal): void {
  const read = readFrom(root)
  const down = (event: PointerEvent): void => {
    // The middle button on a link opens it elsewhere.
    if (event.button === mainButton || !isControl(event.target)) hand.feed(read.down(event))
  }
  const move = (event: PointerEvent): void => {
    if (hand.doing === 'idle') return
    // The button was let go where nobody saw it, in another window say.
    const isLost = event.pointerType === 'mouse' && event.buttons === 0
    hand.feed(isLost ? { kind: 'pointer-cancel', pointerId: event.pointerId } : read.move(event))
  }
  const up = (event: PointerEvent): void => {
    if (hand.doing !== 'idle') hand.feed(read.up(event))
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
      if (!isControl(event.target) || hand.doing === 'space-panning') event.preventDefault()
    },
    { signal },
  )
}

/** The wheel over a long title in its editor scrolls the title. */
function isScrolledText({ target, ctrlKey }: WheelEvent): boolean {
  const text = target instanceof Element && !ctrlKey ? target.closest('[data-scrolls]') : null
  return text !== null && text.scrollHeight > text.clientHeight
}

function hearWheelAndMenu(hand: Hand, root: HTMLElement, signal: AbortSignal): void {
  const read = readFrom(root)
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
      const isOnGround = targetAt(event.target).kind === 'empty' && hand.doing === 'idle'
      if (isOnGround || hasOwnMenu(event.target)) return
      event.preventDefault()
      hand.feed(read.menu(event))
    },
    { signal },
  )
}

/** Heard before all others: Esc that ends a drag must not also leave the canvas. */
function hearKeys(hand: Hand, signal: AbortSignal): void {
  const down = (event: KeyboardEvent): void => {
    const key = event.key === 'Escape' ? escapeFor(hand) : spaceOf(event)
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

const escapeFor = (hand: Hand): 'Escape' | null => (hand.doing === 'idle' ? null : 'Escape')

/** Space is the hand's on the ground and on a node; in a text and on a button it is theirs. */
function spaceOf(event: KeyboardEvent): 'Space' | null {
  if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  const place = placeOf(event.target)
  return place.kind === 'ground' || (place.kind === 'node' && !place.isOnButton) ? 'Space' : null
}

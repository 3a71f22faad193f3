import type { NodeId } from '@espalier/domain'
import { registerForPreload } from '../../../platform/code-loading.ts'
import { findKeyTarget } from '../../keyboard/key-target.ts'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import type { MapController } from '../rendering/map-controller.ts'
import type { MapSurface } from '../rendering/map-surface.ts'
import { createInputReader, findGestureTarget, hasBrowserMenu, isOnControl } from './gesture-input.ts'
import { GestureRunner } from './gesture-runner.ts'

const mainButton = 0
const loadBlockerDrag = registerForPreload(() => import('./blocker-drag.ts'))

/** Feeds mouse, pen, touch and keys of the canvas to the gesture machine until the returned function is called. */
export function listenToGestures(workspace: ProjectWorkspace, map: MapController, surface: MapSurface): () => void {
  const { root } = surface
  const runner = new GestureRunner(workspace, map, surface)
  const ending = new AbortController()
  listenToPointers(runner, root, ending.signal, (event, id) => {
    if (workspace.client.canEdit.get())
      void loadBlockerDrag().then(
        ({ startBlockerDrag }) => startBlockerDrag(workspace, map, id, event),
        () => undefined,
      )
  })
  listenToWheelAndMenu(runner, root, ending.signal)
  listenToKeys(runner, ending.signal)
  window.addEventListener('blur', () => runner.feed({ kind: 'cancel' }), { signal: ending.signal })
  return () => {
    ending.abort()
    runner.end()
  }
}

function listenToPointers(
  runner: GestureRunner,
  root: HTMLElement,
  signal: AbortSignal,
  dragBlocker: (event: PointerEvent, id: NodeId) => void,
): void {
  const read = createInputReader(root)
  const down = (event: PointerEvent): void => {
    const on = findGestureTarget(event.target)
    // With Alt, a drag draws an arrow to a node that has to wait.
    if (event.altKey && event.button === mainButton && 'id' in on && on.kind !== 'control')
      return dragBlocker(event, on.id)
    // The middle button on a link opens it in a new tab.
    if (event.button === mainButton || !isOnControl(event.target)) runner.feed(read.down(event))
  }
  const move = (event: PointerEvent): void => {
    if (runner.stateKind === 'idle') return
    // The button was released unseen, such as in another window.
    const isLost = event.pointerType === 'mouse' && event.buttons === 0
    runner.feed(isLost ? { kind: 'pointer-cancel', pointerId: event.pointerId } : read.move(event))
  }
  const up = (event: PointerEvent): void => {
    if (runner.stateKind !== 'idle') runner.feed(read.up(event))
  }
  const cancel = ({ pointerId }: PointerEvent): void => runner.feed({ kind: 'pointer-cancel', pointerId })
  root.addEventListener('pointerdown', down, { signal })
  // Until the canvas captures a pointer, it can leave the canvas and be released outside.
  document.addEventListener('pointermove', move, { signal })
  document.addEventListener('pointerup', up, { signal })
  document.addEventListener('pointercancel', cancel, { signal })
  root.addEventListener(
    'lostpointercapture',
    // A node loses its finger to the canvas when a gesture begins.
    (event) => event.target === root && cancel(event),
    { signal },
  )
  root.addEventListener(
    'mousedown',
    (event) => {
      // The browser would move the focus, and with it the selection, before the meaning of the press is known.
      if (!isOnControl(event.target) || runner.stateKind === 'space-panning') event.preventDefault()
    },
    { signal },
  )
}

/** The wheel scrolls a long title in its editor. */
function isScrolledText({ target, ctrlKey }: WheelEvent): boolean {
  const text = target instanceof Element && !ctrlKey ? target.closest('[data-scrolls]') : null
  return text !== null && text.scrollHeight > text.clientHeight
}

function listenToWheelAndMenu(runner: GestureRunner, root: HTMLElement, signal: AbortSignal): void {
  const read = createInputReader(root)
  root.addEventListener(
    'wheel',
    (event) => {
      if (isScrolledText(event)) return
      event.preventDefault()
      runner.feed(read.wheel(event))
    },
    { passive: false, signal },
  )
  root.addEventListener(
    'contextmenu',
    (event) => {
      const isOnGround = findGestureTarget(event.target).kind === 'empty' && runner.stateKind === 'idle'
      if (isOnGround || hasBrowserMenu(event.target)) return
      event.preventDefault()
      runner.feed(read.menu(event))
    },
    { signal },
  )
}

/** Runs before other listeners: Esc that ends a drag must not also leave the canvas. */
function listenToKeys(runner: GestureRunner, signal: AbortSignal): void {
  const down = (event: KeyboardEvent): void => {
    const key = event.key === 'Escape' ? readEscape(runner) : readSpace(event)
    if (key === null) return
    event.preventDefault()
    runner.feed({ kind: 'key-down', key, isRepeat: event.repeat })
  }
  const up = ({ key }: KeyboardEvent): void => {
    if (key === ' ') runner.feed({ kind: 'key-up', key: 'Space', isRepeat: false })
  }
  document.addEventListener('keydown', down, { capture: true, signal })
  document.addEventListener('keyup', up, { capture: true, signal })
}

const readEscape = (runner: GestureRunner): 'Escape' | null => (runner.stateKind === 'idle' ? null : 'Escape')

/** Space belongs to the gestures on the ground and on a node, but not in a text or on a button. */
function readSpace(event: KeyboardEvent): 'Space' | null {
  if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  const keyTarget = findKeyTarget(event.target)
  return keyTarget.kind === 'ground' || (keyTarget.kind === 'node' && !keyTarget.isOnButton) ? 'Space' : null
}

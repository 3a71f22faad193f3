import type { NodeId } from '@espalier/domain'
import { attempt, type Intent } from '../workbench/intent.ts'
import { createFirst } from '../workbench/intents/adding.ts'
import { intents } from '../workbench/intents/all.ts'
import { closePanel } from '../workbench/intents/writing.ts'
import { closeFind } from '../workbench/finding.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { type KeyPlace, placeOf } from './key-place.ts'
import { matches } from './match-shortcut.ts'

/** While an input method composes, Enter, Tab and Esc are its own; some browsers tell it only by this code. */
const composingCode = 229
const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === composingCode

export interface Keyboard {
  onDown(event: KeyboardEvent): void
}

export function createKeyboard(bench: Workbench): Keyboard {
  return {
    onDown(event) {
      if (event.defaultPrevented || isComposing(event)) return
      const place = placeOf(event.target)
      if (place.kind === 'elsewhere') return
      // The hand's: held it pans, tapped it folds. A button keeps it for itself.
      if (event.key === ' ' && isBare(event)) return
      if (isTaken(bench, event, place)) event.preventDefault()
    },
  }
}

const viewControls = '[data-view-controls]'

const isBare = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey

/** True where the key was ours, done or deliberately not done: the browser must not act on it as well. */
function isTaken(bench: Workbench, event: KeyboardEvent, place: KeyPlace): boolean {
  if (event.key === 'Escape' && isBare(event)) return leave(bench, place)
  if (isFirstNodeWanted(bench, event, place)) return attempt(createFirst, bench, null)
  const nodeId = nodeIdAt(bench, place)
  const intent = intents.find((one) => isWithin(one, event, place) && isMeant(one, event))
  if (intent === undefined) return typed(bench, event, place)
  if (event.repeat && intent.isOnce === true) return true
  return attempt(intent, bench, nodeId)
}

const isMeant = (intent: Intent, event: KeyboardEvent): boolean =>
  intent.shortcuts?.some((shortcut) => shortcut.isByEvent !== true && matches(shortcut, event)) ?? false

/** Whether an intent's keys hold at this place. */
function isWithin(intent: Intent, event: KeyboardEvent, place: KeyPlace): boolean {
  if (intent.isOfScreen === true) return true
  if (place.kind === 'control') return false
  if (event.key === 'Tab') return place.kind === 'node' && isStandingOn(place, event)
  if (event.key === 'Enter') return !(place.kind === 'node' && place.isOnButton && isBare(event))
  return true
}

// A button inside a node that can be reached by Tab is left by Tab.
const isStandingOn = (place: KeyPlace & { readonly kind: 'node' }, event: KeyboardEvent): boolean =>
  !place.isOnButton || (event.target instanceof HTMLElement && event.target.tabIndex < 0)

const nodeIdAt = (bench: Workbench, place: KeyPlace): NodeId | null =>
  place.kind === 'node' ? place.nodeId : bench.selection.get().current

const isFirstNodeWanted = (bench: Workbench, event: KeyboardEvent, place: KeyPlace): boolean =>
  place.kind === 'ground' &&
  (event.key === 'Enter' || event.key === 'Tab') &&
  isBare(event) &&
  !event.repeat &&
  bench.board.graph.livingCount === 0

/** A letter on a node replaces its title. */
function typed(bench: Workbench, event: KeyboardEvent, place: KeyPlace): boolean {
  const isByAltGraph = event.getModifierState('AltGraph')
  const isHeld = (event.ctrlKey || event.metaKey || event.altKey) && !isByAltGraph
  if (place.kind !== 'node' || isHeld || [...event.key].length !== 1) return false
  if (!bench.board.canEdit.get() || bench.board.node(place.nodeId) === undefined) return false
  bench.selection.set({ ids: new Set([place.nodeId]), current: place.nodeId })
  bench.editing.set({ nodeId: place.nodeId, isNew: false, typed: event.key })
  return true
}

/**
 * Esc closes what is open; else it leaves the canvas for what comes behind it, so that Tab moves on as everywhere. From there a
 * second Esc goes to the toolbar, which lies before the canvas.
 */
function leave(bench: Workbench, place: KeyPlace): boolean {
  if (attempt(closePanel, bench, null)) return true
  const { isOpen, hits } = bench.find.get()
  if (isOpen || hits !== null) {
    closeFind(bench)
    return true
  }
  const active = document.activeElement
  const isBehindCanvas = active?.matches(viewControls) === true
  if (!isBehindCanvas && (place.kind === 'control' || active?.closest('[data-canvas]') == null)) return false
  document.querySelector<HTMLElement>(isBehindCanvas ? '[data-toolbar] button:not(:disabled)' : viewControls)?.focus()
  return true
}

import type { NodeId } from '@espalier/domain'
import { useEffect } from 'react'
import { tryAction, type WorkspaceAction } from '../actions/action.ts'
import { allActions } from '../actions/all-actions.ts'
import { closeDetailsAction, createFirstNodeAction } from '../actions/node-actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { closeSearch } from '../workspace/search-state.ts'
import { findKeyTarget, type KeyTarget } from './key-target.ts'
import { matchesShortcut } from './shortcuts.ts'

/** The keys of the project screen, for as long as it is open. */
export function useKeyboard(workspace: ProjectWorkspace): void {
  useEffect(() => {
    const keyboard = createKeyHandler(workspace)
    document.addEventListener('keydown', keyboard.onKeyDown)
    return () => document.removeEventListener('keydown', keyboard.onKeyDown)
  }, [workspace])
}

/** While an input method composes, Enter, Tab and Esc are its own; some browsers tell it only by this code. */
const composingKeyCode = 229
const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === composingKeyCode

interface KeyHandler {
  onKeyDown(event: KeyboardEvent): void
}

function createKeyHandler(workspace: ProjectWorkspace): KeyHandler {
  return {
    onKeyDown(event) {
      if (event.defaultPrevented || isComposing(event)) return
      const place = findKeyTarget(event.target)
      if (place.kind === 'elsewhere') return
      // The hand's: held it pans, tapped it folds. A button keeps it for itself.
      if (event.key === ' ' && hasNoModifiers(event)) return
      if (handleKey(workspace, event, place)) event.preventDefault()
    },
  }
}

const viewControlsSelector = '[data-view-controls]'

const hasNoModifiers = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey

/** True where the key was ours, done or deliberately not done: the browser must not act on it as well. */
function handleKey(workspace: ProjectWorkspace, event: KeyboardEvent, place: KeyTarget): boolean {
  if (event.key === 'Escape' && hasNoModifiers(event)) return handleEscape(workspace, place)
  if (asksForFirstNode(workspace, event, place)) return tryAction(createFirstNodeAction, workspace, null)
  const nodeId = findTargetNodeId(workspace, place)
  const action = allActions.find((one) => isActionActiveAt(one, event, place) && hasMatchingShortcut(one, event))
  if (action === undefined) return startTyping(workspace, event, place)
  if (event.repeat && action.ignoresKeyRepeat === true) return true
  return tryAction(action, workspace, nodeId)
}

const hasMatchingShortcut = (action: WorkspaceAction, event: KeyboardEvent): boolean =>
  action.shortcuts?.some((shortcut) => shortcut.isClipboardEvent !== true && matchesShortcut(shortcut, event)) ?? false

/** Whether an intent's keys hold at this place. */
function isActionActiveAt(action: WorkspaceAction, event: KeyboardEvent, place: KeyTarget): boolean {
  if (action.isScreenWide === true) return true
  if (place.kind === 'control') return false
  if (event.key === 'Tab') return place.kind === 'node' && isOnNodeItself(place, event)
  if (event.key === 'Enter') return !(place.kind === 'node' && place.isOnButton && hasNoModifiers(event))
  return true
}

// A button inside a node that can be reached by Tab is left by Tab.
const isOnNodeItself = (place: KeyTarget & { readonly kind: 'node' }, event: KeyboardEvent): boolean =>
  !place.isOnButton || (event.target instanceof HTMLElement && event.target.tabIndex < 0)

const findTargetNodeId = (workspace: ProjectWorkspace, place: KeyTarget): NodeId | null =>
  place.kind === 'node' ? place.nodeId : workspace.selection.get().current

const asksForFirstNode = (workspace: ProjectWorkspace, event: KeyboardEvent, place: KeyTarget): boolean =>
  place.kind === 'ground' &&
  (event.key === 'Enter' || event.key === 'Tab') &&
  hasNoModifiers(event) &&
  !event.repeat &&
  workspace.board.graph.livingCount === 0

/** A letter on a node replaces its title. */
function startTyping(workspace: ProjectWorkspace, event: KeyboardEvent, place: KeyTarget): boolean {
  const isByAltGraph = event.getModifierState('AltGraph')
  const isHeld = (event.ctrlKey || event.metaKey || event.altKey) && !isByAltGraph
  if (place.kind !== 'node' || isHeld || [...event.key].length !== 1) return false
  if (!workspace.board.canEdit.get() || workspace.board.node(place.nodeId) === undefined) return false
  workspace.selection.set({ ids: new Set([place.nodeId]), current: place.nodeId })
  workspace.editing.set({ nodeId: place.nodeId, isNew: false, typed: event.key })
  return true
}

/**
 * Esc closes what is open; else it leaves the canvas for what comes behind it, so that Tab moves on as everywhere. From there a
 * second Esc goes to the toolbar, which lies before the canvas.
 */
function handleEscape(workspace: ProjectWorkspace, place: KeyTarget): boolean {
  if (tryAction(closeDetailsAction, workspace, null)) return true
  const { isOpen, hits } = workspace.search.get()
  if (isOpen || hits !== null) {
    closeSearch(workspace)
    return true
  }
  const active = document.activeElement
  const isBehindCanvas = active?.matches(viewControlsSelector) === true
  if (!isBehindCanvas && (place.kind === 'control' || active?.closest('[data-canvas]') == null)) return false
  document
    .querySelector<HTMLElement>(isBehindCanvas ? '[data-toolbar] button:not(:disabled)' : viewControlsSelector)
    ?.focus()
  return true
}

import type { NodeId } from '@espalier/domain'
import { useEffect } from 'react'
import { tryAction, type WorkspaceAction } from '../actions/action.ts'
import { allActions } from '../actions/all-actions.ts'
import { closeDetailsAction, createFirstNodeAction } from '../actions/node-actions.ts'
import { focusBranch, getFocusedId } from '../workspace/focused-branch.ts'
import { planGround } from '../workspace/plan-views.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { closeSearch } from '../workspace/search-state.ts'
import { findKeyTarget, type KeyTarget } from './key-target.ts'
import { matchesShortcut } from './shortcuts.ts'

/** Handles the keys of the project screen while it is open. */
export function useKeyboard(workspace: ProjectWorkspace): void {
  useEffect(() => {
    const keyboard = createKeyHandler(workspace)
    document.addEventListener('keydown', keyboard.onKeyDown)
    return () => document.removeEventListener('keydown', keyboard.onKeyDown)
  }, [workspace])
}

/** While an input method composes, it handles Enter, Tab and Esc; some browsers report it only by this code. */
const composingKeyCode = 229
const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === composingKeyCode

interface KeyHandler {
  onKeyDown(event: KeyboardEvent): void
}

export function createKeyHandler(workspace: ProjectWorkspace): KeyHandler {
  return {
    onKeyDown(event) {
      if (event.defaultPrevented || isComposing(event)) return
      const keyTarget = findKeyTarget(event.target)
      if (keyTarget.kind === 'elsewhere') return
      // The pointer handles Space: held it pans, tapped it folds. A button handles it itself.
      if (event.key === ' ' && hasNoModifiers(event)) return
      if (handleKey(workspace, event, keyTarget)) event.preventDefault()
    },
  }
}

const hasNoModifiers = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey

/** Returns true when the key was ours, even if it was deliberately ignored: the browser must not act on it. */
function handleKey(workspace: ProjectWorkspace, event: KeyboardEvent, keyTarget: KeyTarget): boolean {
  if (typeIntoPalette(workspace, event)) return true
  if (event.key === 'Escape' && hasNoModifiers(event)) return handleEscape(workspace, keyTarget)
  if (asksForFirstNode(workspace, event, keyTarget)) return tryAction(createFirstNodeAction, workspace, null)
  if (event.key === 'Tab' && isOnCanvasItself(event.target)) return leaveCanvas(event)
  const nodeId = findTargetNodeId(workspace, keyTarget)
  const action = allActions.find((one) => isActionActiveAt(one, event, keyTarget) && hasMatchingShortcut(one, event))
  if (action === undefined) return startTyping(workspace, event, keyTarget)
  if (event.repeat && action.ignoresKeyRepeat === true) return true
  return tryAction(action, workspace, nodeId)
}

/** While the palette of commands is being loaded, letters are kept for it: they must not start the title. */
function typeIntoPalette({ dialog }: ProjectWorkspace, event: KeyboardEvent): boolean {
  const open = dialog.get()
  if (open?.kind !== 'commands') return false
  if (event.key === 'Escape') dialog.set(null)
  else if ([...event.key].length === 1) dialog.set({ ...open, typed: open.typed + event.key })
  return true
}

const hasMatchingShortcut = (action: WorkspaceAction, event: KeyboardEvent): boolean =>
  action.shortcuts?.some((shortcut) => shortcut.isClipboardEvent !== true && matchesShortcut(shortcut, event)) ?? false

/** Tells whether an action's keys work at this place. */
function isActionActiveAt(action: WorkspaceAction, event: KeyboardEvent, keyTarget: KeyTarget): boolean {
  if (action.isScreenWide === true) return true
  if (keyTarget.kind === 'control') return false
  if (event.key === 'Tab') return keyTarget.kind === 'node' && isOnNodeItself(keyTarget, event)
  if (event.key === 'Enter') return !(keyTarget.kind === 'node' && keyTarget.isOnButton && hasNoModifiers(event))
  return true
}

// A button inside a node that Tab reaches is also left by Tab.
const isOnNodeItself = (keyTarget: KeyTarget & { readonly kind: 'node' }, event: KeyboardEvent): boolean =>
  !keyTarget.isOnButton || (event.target instanceof HTMLElement && event.target.tabIndex < 0)

const findTargetNodeId = (workspace: ProjectWorkspace, keyTarget: KeyTarget): NodeId | null =>
  keyTarget.kind === 'node' ? keyTarget.nodeId : workspace.selection.get().current

const asksForFirstNode = (workspace: ProjectWorkspace, event: KeyboardEvent, keyTarget: KeyTarget): boolean =>
  keyTarget.kind === 'ground' &&
  (event.key === 'Enter' || event.key === 'Tab') &&
  hasNoModifiers(event) &&
  !event.repeat &&
  workspace.client.graph.livingCount === 0

/** A letter on a node replaces its title. */
function startTyping(workspace: ProjectWorkspace, event: KeyboardEvent, keyTarget: KeyTarget): boolean {
  const isByAltGraph = event.getModifierState('AltGraph')
  const isHeld = (event.ctrlKey || event.metaKey || event.altKey) && !isByAltGraph
  if (keyTarget.kind !== 'node' || isHeld || [...event.key].length !== 1) return false
  if (!workspace.client.canEdit.get() || workspace.client.node(keyTarget.nodeId) === undefined) return false
  workspace.selection.set({ ids: new Set([keyTarget.nodeId]), current: keyTarget.nodeId })
  workspace.editing.set({ nodeId: keyTarget.nodeId, isNew: false, typed: event.key })
  return true
}

/** Esc closes what is open; else it deselects. The focus stays on the canvas, where no key but Tab leads away. */
function handleEscape(workspace: ProjectWorkspace, keyTarget: KeyTarget): boolean {
  if (tryAction(closeDetailsAction, workspace, null)) return true
  const { isOpen, hits } = workspace.search.get()
  if (isOpen || hits !== null) {
    closeSearch(workspace)
    return true
  }
  if (getFocusedId(workspace.matches.get()) !== null) {
    focusBranch(workspace, null)
    return true
  }
  if (keyTarget.kind === 'control') return false
  workspace.selection.set({ ids: new Set(), current: null })
  document.querySelector<HTMLElement>(planGround)?.focus({ preventScroll: true })
  return true
}

const isOnCanvasItself = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(planGround)

/**
 * Tab on a node adds a child, so a person without a mouse leaves the canvas by Esc and Tab. The browser would move on
 * to the first node.
 */
function leaveCanvas({ shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false
  const place = shiftKey ? '[data-toolbar]' : '[data-view-controls]'
  const buttons = [...document.querySelectorAll<HTMLElement>(`${place} button:not(:disabled)`)]
  // A hidden button does not accept the focus.
  return (shiftKey ? buttons.toReversed() : buttons).some((button) => {
    button.focus()
    return document.activeElement === button
  })
}

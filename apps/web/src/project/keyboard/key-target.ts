import type { NodeId } from '@espalier/domain'

/** Where a key was pressed. */
export type KeyTarget =
  /** In a text, a dialog or a menu: their keys are their own. */
  | { readonly kind: 'elsewhere' }
  /** On a node, or on one of its buttons, which keeps Enter and Space for itself. */
  | { readonly kind: 'node'; readonly nodeId: NodeId; readonly isOnButton: boolean }
  /** On the ground of the canvas, or nowhere. */
  | { readonly kind: 'ground' }
  /** On another control of the screen. */
  | { readonly kind: 'control' }

const ownKeysSelector =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), dialog, [role="dialog"], [role="menu"]'

export function findKeyTarget(target: EventTarget | null): KeyTarget {
  if (!(target instanceof Element) || target === document.body || target.matches('main')) return { kind: 'ground' }
  if (target.closest(ownKeysSelector) !== null) return { kind: 'elsewhere' }
  const nodeId = target.closest('[data-node-id]')?.getAttribute('data-node-id')
  if (nodeId != null) return { kind: 'node', nodeId, isOnButton: !target.matches('[data-node-id]') }
  return target.closest('[data-canvas]') === null ? { kind: 'control' } : { kind: 'ground' }
}

import type { NodeId } from '@espalier/domain'
import { planGround } from '../workspace/plan-views.ts'

/** The place where a key was pressed. */
export type KeyTarget =
  /** A text, a dialog or a menu handles its own keys. */
  | { readonly kind: 'elsewhere' }
  /** A node, or one of its buttons, which handles Enter and Space itself. */
  | { readonly kind: 'node'; readonly nodeId: NodeId; readonly isOnButton: boolean }
  /** The ground of the plan, or nothing focused. */
  | { readonly kind: 'ground' }
  /** Another control of the screen. */
  | { readonly kind: 'control' }

const ownKeysSelector =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), dialog, [role="dialog"], [role="menu"]'

export function findKeyTarget(target: EventTarget | null): KeyTarget {
  if (!(target instanceof Element) || target === document.body || target.matches('main')) return { kind: 'ground' }
  if (target.closest(ownKeysSelector) !== null) return { kind: 'elsewhere' }
  const nodeId = target.closest('[data-node-id]')?.getAttribute('data-node-id')
  if (nodeId != null) return { kind: 'node', nodeId, isOnButton: !target.matches('[data-node-id]') }
  // The buttons of a view beside its nodes handle their own keys.
  return target.closest(planGround) === null || target.closest('button') !== null
    ? { kind: 'control' }
    : { kind: 'ground' }
}

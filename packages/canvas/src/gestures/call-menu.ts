import type { Point } from '@espalier/layout'
import type { GestureEffect } from './effect.ts'
import type { GestureTarget } from './input.ts'
import type { GestureContext } from './state.ts'

/** The menu of a node that is not selected selects it first: menu and selection would speak of different nodes. */
export function openMenuEffects(on: GestureTarget, at: Point, context: GestureContext): GestureEffect[] {
  const id = on.kind === 'empty' ? null : on.id
  const open: GestureEffect = { kind: 'open-menu', id, at }
  return id === null || context.isSelected(id) ? [open] : [{ kind: 'press', id, isToggle: false }, open]
}

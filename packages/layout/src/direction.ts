import { limits } from '@espalier/domain'
import { measurable } from './rect.ts'

export const directions = ['left', 'right', 'down', 'up'] as const
/** Where a layout grows to: the children of a node lie on this side of it. */
export type Direction = (typeof directions)[number]

const byName = {
  'tree-left': 'left',
  'tree-right': 'right',
  'tree-down': 'down',
  'tree-up': 'up',
  'dag-left': 'left',
  'dag-right': 'right',
  'dag-down': 'down',
  'dag-up': 'up',
} as const satisfies Record<string, Direction>

export type LayoutName = keyof typeof byName

/** A layout is named for where it grows to: 'tree-left' has its root at the right and reads 'Right to Left'. */
export const directionOf = (name: LayoutName): Direction => byName[name]

const steps = 64

/** Sums of whole 64ths are exact, so equal levels stay equal however they were added up. */
const roundedUp = (size: number) => Math.ceil(measurable(size) * steps) / steps

const { horizontal, vertical } = limits.layoutSpacingPx

/** Room for one box and its gaps: `breadth` beside its siblings, `length` towards its children. */
const sideBySide = {
  breadthOf: (width: number, _height: number) => roundedUp(width) + vertical.sibling,
  lengthOf: (_width: number, height: number) => roundedUp(height) + vertical.level,
}
const oneBelowAnother = {
  breadthOf: (_width: number, height: number) => roundedUp(height) + horizontal.sibling,
  lengthOf: (width: number, _height: number) => roundedUp(width) + horizontal.level,
}

const centred = (across: number, _along: number, size: number) => across - size / 2
const forwards = (_across: number, along: number, _size: number) => along
const backwards = (_across: number, along: number, size: number) => -along - size

/**
 * Layouts are computed on two axes: `across` is the middle of a box beside its siblings, `along` its edge towards its parent.
 * This is the one place that turns them into a corner on the screen.
 */
export const axes = {
  down: { ...sideBySide, leftOf: centred, topOf: forwards },
  up: { ...sideBySide, leftOf: centred, topOf: backwards },
  right: { ...oneBelowAnother, leftOf: forwards, topOf: centred },
  left: { ...oneBelowAnother, leftOf: backwards, topOf: centred },
} as const satisfies Record<Direction, object>

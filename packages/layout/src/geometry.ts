import { limits } from '@espalier/domain'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Rect extends Size {
  readonly left: number
  readonly top: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A box that could not be measured has no size: an infinite one would push all others out of sight. */
export const toMeasurableSize = (size: number) => (size > 0 && Number.isFinite(size) ? size : 0)

export const directions = ['left', 'right', 'down', 'up'] as const
/** The direction a layout grows in: the children of a node are on this side of it. */
export type Direction = (typeof directions)[number]

const directionByLayout = {
  'tree-left': 'left',
  'tree-right': 'right',
  'tree-down': 'down',
  'tree-up': 'up',
  'dag-left': 'left',
  'dag-right': 'right',
  'dag-down': 'down',
  'dag-up': 'up',
} as const satisfies Record<string, Direction>

type LayoutName = keyof typeof directionByLayout

/** A layout is named after its direction of growth: 'tree-left' has its root at the right and reads 'Right to Left'. */
export const getLayoutDirection = (name: LayoutName): Direction => directionByLayout[name]

const stepsPerPixel = 64

/** Sums of whole 64ths are exact, so equal levels stay equal however they were added up. */
const roundUpToStep = (size: number) => Math.ceil(toMeasurableSize(size) * stepsPerPixel) / stepsPerPixel

const { horizontal, vertical } = limits.layoutSpacingPx

/** The room for one box and its gaps: `breadth` beside its siblings, `length` towards its children. */
const sideBySide = {
  breadthOf: (width: number, _height: number) => roundUpToStep(width) + vertical.sibling,
  lengthOf: (_width: number, height: number) => roundUpToStep(height) + vertical.level,
}
const oneBelowAnother = {
  breadthOf: (_width: number, height: number) => roundUpToStep(height) + horizontal.sibling,
  lengthOf: (width: number, _height: number) => roundUpToStep(width) + horizontal.level,
}

const centered = (across: number, _along: number, size: number) => across - size / 2
const forwards = (_across: number, along: number, _size: number) => along
const backwards = (_across: number, along: number, size: number) => -along - size

/**
 * Layouts are computed on two axes: `across` is the middle of a box beside its siblings, `along` its edge towards its
 * parent. Only this code turns them into a corner on the screen.
 */
export const axes = {
  down: { ...sideBySide, leftOf: centered, topOf: forwards },
  up: { ...sideBySide, leftOf: centered, topOf: backwards },
  right: { ...oneBelowAnother, leftOf: forwards, topOf: centered },
  left: { ...oneBelowAnother, leftOf: backwards, topOf: centered },
} as const satisfies Record<Direction, object>

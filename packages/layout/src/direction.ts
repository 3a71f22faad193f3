import { limits } from '@espalier/domain'
import { measurable, type Rect, type Size } from './rect.ts'

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

export const isHorizontal = (direction: Direction) => direction === 'left' || direction === 'right'

/** Room for one box and its gaps: `breadth` beside its siblings, `length` towards its children. */
export interface Cell {
  readonly breadth: number
  readonly length: number
}

const steps = 64

/** Sums of whole 64ths are exact, so equal levels stay equal however they were added up. */
const roundedUp = (size: number) => Math.ceil(measurable(size) * steps) / steps

export function cellOf(direction: Direction, { width, height }: Size): Cell {
  const { horizontal, vertical } = limits.layoutSpacingPx
  return isHorizontal(direction)
    ? { breadth: roundedUp(height) + horizontal.sibling, length: roundedUp(width) + horizontal.level }
    : { breadth: roundedUp(width) + vertical.sibling, length: roundedUp(height) + vertical.level }
}

/** The one transform: `across` is the middle of the box beside its siblings, `along` its edge towards its parent. */
export function rectAt(direction: Direction, across: number, along: number, { width, height }: Size): Rect {
  switch (direction) {
    case 'down':
      return { left: across - width / 2, top: along, width, height }
    case 'up':
      return { left: across - width / 2, top: -along - height, width, height }
    case 'right':
      return { left: along, top: across - height / 2, width, height }
    case 'left':
      return { left: -along - width, top: across - height / 2, width, height }
  }
}

import type { PlanNode } from '../../../api/plan.ts'

export interface ScenePoint {
  readonly x: number
  readonly y: number
}

export interface SceneLabel {
  readonly text: string
  readonly side: 'left' | 'right' | 'below'
  /** The rotation in degrees, clockwise around the mark. */
  readonly turn?: number
}

export interface SceneNode extends ScenePoint {
  readonly node: PlanNode
  readonly label: SceneLabel | null
  /** A circle whose center is this far below the mark. */
  readonly ring?: { readonly radius: number; readonly below: number }
}

export interface SceneLink {
  readonly id: string
  readonly path: string
  /** True for a parent that is not the primary one. */
  readonly isExtra: boolean
}

/** A drawing as numbers: a view computes it, and the painter draws it. */
export interface PlanScene {
  readonly nodes: readonly SceneNode[]
  readonly links: readonly SceneLink[]
}

export interface SceneBox extends ScenePoint {
  readonly width: number
  readonly height: number
}

/** The approximate width of a letter in a label. */
const letterWidth = 6.6
const longestLabel = 22
const ellipsis = '…'
const margin = 16

const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function truncateLabel(title: string, most: number = longestLabel): string {
  if (title.length <= most) return title
  const letters = Array.from(graphemeSegmenter.segment(title), ({ segment }) => segment)
  return letters.length <= most ? title : letters.slice(0, Math.max(0, most - 1)).join('') + ellipsis
}

/** Returns how many letters fit into a width. */
export const countFittingLetters = (width: number): number => Math.floor(width / letterWidth)

/** Returns the area the sheet needs so that nothing is cut off. */
export function findSceneBounds({ nodes }: PlanScene): SceneBox {
  if (nodes.length === 0) return { x: 0, y: 0, width: margin, height: margin }
  const edges = nodes.map(findNodeEdges)
  const x = Math.min(...edges.map(({ left }) => left)) - margin
  const y = Math.min(...edges.map(({ top }) => top)) - margin
  return {
    x,
    y,
    width: Math.max(...edges.map(({ right }) => right)) + margin - x,
    height: Math.max(...edges.map(({ bottom }) => bottom)) + margin - y,
  }
}

function findNodeEdges({ x, y, label, ring = { radius: 8, below: 0 } }: SceneNode) {
  const { radius, below } = ring
  const reach = label === null ? 0 : margin + label.text.length * letterWidth
  const isTurned = label?.turn !== undefined
  return {
    left: x - Math.max(radius, isTurned || label?.side === 'left' ? reach : findSideReach(label, reach)),
    right: x + Math.max(radius, isTurned || label?.side === 'right' ? reach : findSideReach(label, reach)),
    top: y + below - Math.max(radius, isTurned ? reach : 0),
    bottom: y + below + Math.max(radius, isTurned ? reach : margin),
  }
}

const findSideReach = (label: SceneLabel | null, reach: number): number => (label?.side === 'below' ? reach / 2 : 0)

import type { PlanNode } from '../../../data/plan/index.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Label {
  readonly text: string
  readonly side: 'left' | 'right' | 'below'
  /** In degrees, clockwise around the mark. */
  readonly turn?: number
}

export interface SceneNode extends Point {
  readonly node: PlanNode
  readonly label: Label | null
  /** A circle below the mark, its middle so far under it. */
  readonly ring?: { readonly radius: number; readonly below: number }
}

export interface SceneLink {
  readonly id: string
  readonly path: string
  /** To a parent that is not the primary one. */
  readonly isExtra: boolean
}

/** A drawing as numbers: what a view computes, and what is painted. */
export interface Scene {
  readonly nodes: readonly SceneNode[]
  readonly links: readonly SceneLink[]
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A letter is about this wide where a label is written. */
const letterWidth = 6.6
const longestLabel = 22
const ellipsis = '…'
const margin = 16

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function labelled(title: string, most: number = longestLabel): string {
  if (title.length <= most) return title
  const letters = Array.from(graphemes.segment(title), ({ segment }) => segment)
  return letters.length <= most ? title : letters.slice(0, Math.max(0, most - 1)).join('') + ellipsis
}

/** How many letters have room in such a width. */
export const lettersIn = (width: number): number => Math.floor(width / letterWidth)

/** What has to be on the sheet for nothing to be cut off. */
export function boxOf({ nodes }: Scene): Box {
  if (nodes.length === 0) return { x: 0, y: 0, width: margin, height: margin }
  const edges = nodes.map(edgesOf)
  const x = Math.min(...edges.map(({ left }) => left)) - margin
  const y = Math.min(...edges.map(({ top }) => top)) - margin
  return {
    x,
    y,
    width: Math.max(...edges.map(({ right }) => right)) + margin - x,
    height: Math.max(...edges.map(({ bottom }) => bottom)) + margin - y,
  }
}

function edgesOf({ x, y, label, ring = { radius: 8, below: 0 } }: SceneNode) {
  const { radius, below } = ring
  const reach = label === null ? 0 : margin + label.text.length * letterWidth
  const isTurned = label?.turn !== undefined
  return {
    left: x - Math.max(radius, isTurned || label?.side === 'left' ? reach : reachBeside(label, reach)),
    right: x + Math.max(radius, isTurned || label?.side === 'right' ? reach : reachBeside(label, reach)),
    top: y + below - Math.max(radius, isTurned ? reach : 0),
    bottom: y + below + Math.max(radius, isTurned ? reach : margin),
  }
}

const reachBeside = (label: Label | null, reach: number): number => (label?.side === 'below' ? reach / 2 : 0)

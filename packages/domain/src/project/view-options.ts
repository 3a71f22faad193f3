import { defineTexts } from '../core/texts.ts'
import { type NodeId, nodeLinksId } from '../node/node.ts'

export const layouts = ['tree-left', 'tree-right', 'tree-down', 'tree-up'] as const
export type Layout = (typeof layouts)[number]
export const defaultLayout: Layout = 'tree-left'

/** A layout is named after its direction of growth, its label after its reading direction. */
export const layoutLabels = defineTexts('domain.layout', {
  'tree-left': 'Right to Left',
  'tree-right': 'Left to Right',
  'tree-down': 'Top Down',
  'tree-up': 'Bottom Up',
} satisfies Record<Layout, string>)

export const isLayout = (value: string): value is Layout => (layouts as readonly string[]).includes(value)

type LayoutKind = 'tree' | 'dag'
export type ResolvedLayout = Layout | 'dag-left' | 'dag-right' | 'dag-down' | 'dag-up'

interface HasParents {
  readonly parentIds: readonly NodeId[]
}

/** A tree while every node has at most one parent and there is a single root. No nodes make a tree. */
export function detectLayoutKind(nodes: Iterable<HasParents>): LayoutKind {
  let roots = 0
  for (const node of nodes) {
    if (node.parentIds.length > 1) return 'dag'
    if (node.parentIds.length === 0) roots += 1
    if (roots > 1) return 'dag'
  }
  return 'tree'
}

const dagVariants: Readonly<Record<Layout, ResolvedLayout>> = {
  'tree-left': 'dag-left',
  'tree-right': 'dag-right',
  'tree-down': 'dag-down',
  'tree-up': 'dag-up',
}

/** Returns the chosen direction in the variant that the graph needs. */
export const resolveLayout = (layout: Layout, kind: LayoutKind): ResolvedLayout =>
  kind === 'tree' ? layout : dagVariants[layout]

/** Puts the roots of a project that others link to under one virtual node, which the caller creates. */
export function addNodeLinksParent<Node extends HasParents>(
  nodes: readonly Node[],
  linkCount: number,
  virtual: Node,
): readonly Node[] {
  if (linkCount === 0) return nodes
  const hung = nodes.map((node) => (node.parentIds.length === 0 ? { ...node, parentIds: [nodeLinksId] } : node))
  return [virtual, ...hung]
}

export const timeResolutions = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const
export type TimeResolution = (typeof timeResolutions)[number]
export const defaultTimeResolution: TimeResolution = 'week'

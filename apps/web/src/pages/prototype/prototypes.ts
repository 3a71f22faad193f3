import { limits } from '@espalier/domain'
import type { ComponentType } from 'react'
import type { PlanViewProps } from './drawing/view-parts.tsx'

export interface Prototype {
  readonly title: string
  readonly idea: string
  /** The size of the sample when no project is chosen. */
  readonly sampleNodes: number
  readonly load: () => Promise<ComponentType<PlanViewProps>>
}

const definePrototype = (title: string, idea: string, load: Prototype['load'], sampleNodes = 60): Prototype => ({
  title,
  idea,
  sampleNodes,
  load,
})

/** Experimental views by the first part of their path. Each is loaded when it is opened. */
export const prototypes: Readonly<Record<string, Prototype>> = {
  roadmap: definePrototype(
    'Roadmap',
    'the branches of a plan as lanes over twelve months, in four quarters',
    async () => (await import('./views/Roadmap.tsx')).Roadmap,
  ),
  dag: definePrototype(
    'Dependency graph',
    'tasks with several parents, in layers',
    async () => (await import('./views/DependencyGraph.tsx')).DependencyGraph,
  ),
  bubble: definePrototype(
    'Bubble view',
    'a tree as circles inside circles',
    async () => (await import('./views/TreeViews.tsx')).BubbleView,
  ),
  execute: definePrototype(
    'Execute table',
    'the tasks of a tree as rows to work through',
    async () => (await import('./views/ExecuteTable.tsx')).ExecuteTable,
  ),
  d3: definePrototype(
    'Radial tree',
    'a tree that grows out from its middle',
    async () => (await import('./views/TreeViews.tsx')).RadialTreeView,
  ),
  'd3-randomtree': definePrototype(
    'Random tree',
    `a tree that grows by itself, up to ${limits.demoTreeNodes} nodes`,
    async () => (await import('./views/GrowingTree.tsx')).GrowingTree,
    limits.demoTreeNodes,
  ),
  'd3-transition': definePrototype(
    'Transitions',
    'nodes that move from one layout to the next',
    async () => (await import('./views/Transitions.tsx')).Transitions,
  ),
  'd3-basic': definePrototype(
    'Basic tree',
    'the plainest drawing of a tree',
    async () => (await import('./views/TreeViews.tsx')).BasicTreeView,
  ),
  flare: definePrototype(
    'Flare',
    'a large tree that folds and unfolds',
    async () => (await import('./views/Flare.tsx')).Flare,
    240,
  ),
  'd3-force': definePrototype(
    'Force layout',
    'nodes that push and pull each other into place',
    async () => (await import('./views/ForceLayout.tsx')).ForceLayout,
  ),
  'd3-tidytree': definePrototype(
    'Tidy tree',
    'a compact tree without crossings',
    async () => (await import('./views/TreeViews.tsx')).TidyTreeView,
  ),
  enter: definePrototype(
    'Entering nodes',
    'how nodes come into a drawing, move on and leave',
    async () => (await import('./views/EnteringNodes.tsx')).EnteringNodes,
  ),
  daygrid: definePrototype(
    'Day grid',
    'what is left to do, a task a working day',
    async () => (await import('./views/DayGrid.tsx')).DayGrid,
  ),
  hello: definePrototype(
    'Hello',
    'an espalier is a tree trained flat along a wall; here a plan is one',
    async () => (await import('./views/Hello.tsx')).Hello,
    40,
  ),
}

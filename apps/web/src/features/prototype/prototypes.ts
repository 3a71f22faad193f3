import { limits } from '@espalier/domain'
import type { ComponentType } from 'react'
import type { ViewProps } from './view-props.ts'

export interface Prototype {
  readonly title: string
  readonly idea: string
  /** How large the made-up plan is, where no project is chosen. */
  readonly sampleNodes: number
  readonly load: () => Promise<ComponentType<ViewProps>>
}

const prototype = (title: string, idea: string, load: Prototype['load'], sampleNodes = 60): Prototype => ({
  title,
  idea,
  sampleNodes,
  load,
})

/** Views tried out beside the product, by the first part of their path. Each comes with its own code, when it is opened. */
export const prototypes: Readonly<Record<string, Prototype>> = {
  roadmap: prototype(
    'Roadmap',
    'the branches of a plan as lanes over twelve months, in four quarters',
    async () => (await import('./views/Roadmap.tsx')).Roadmap,
  ),
  dag: prototype(
    'Dependency graph',
    'tasks with several parents, in layers',
    async () => (await import('./views/DependencyGraph.tsx')).DependencyGraph,
  ),
  bubble: prototype(
    'Bubble view',
    'a tree as circles inside circles',
    async () => (await import('./views/Bubbles.tsx')).Bubbles,
  ),
  execute: prototype(
    'Execute table',
    'the tasks of a tree as rows to work through',
    async () => (await import('./views/ExecuteTable.tsx')).ExecuteTable,
  ),
  d3: prototype(
    'Radial tree',
    'a tree that grows out from its middle',
    async () => (await import('./views/RadialTree.tsx')).RadialTree,
  ),
  'd3-randomtree': prototype(
    'Random tree',
    `a tree that grows by itself, up to ${limits.demoTreeNodes} nodes`,
    async () => (await import('./views/GrowingTree.tsx')).GrowingTree,
    limits.demoTreeNodes,
  ),
  'd3-transition': prototype(
    'Transitions',
    'nodes that move from one layout to the next',
    async () => (await import('./views/Transitions.tsx')).Transitions,
  ),
  'd3-basic': prototype(
    'Basic tree',
    'the plainest drawing of a tree',
    async () => (await import('./views/BasicTree.tsx')).BasicTree,
  ),
  flare: prototype(
    'Flare',
    'a large tree that folds and unfolds',
    async () => (await import('./views/Flare.tsx')).Flare,
    240,
  ),
  'd3-force': prototype(
    'Force layout',
    'nodes that push and pull each other into place',
    async () => (await import('./views/ForceLayout.tsx')).ForceLayout,
  ),
  'd3-tidytree': prototype(
    'Tidy tree',
    'a compact tree without crossings',
    async () => (await import('./views/TidyTree.tsx')).TidyTree,
  ),
  enter: prototype(
    'Entering nodes',
    'how nodes come into a drawing, move on and leave',
    async () => (await import('./views/EnteringNodes.tsx')).EnteringNodes,
  ),
  daygrid: prototype(
    'Day grid',
    'what is left to do, a task a working day',
    async () => (await import('./views/DayGrid.tsx')).DayGrid,
  ),
  hello: prototype(
    'Hello',
    'an espalier is a tree trained flat along a wall; here a plan is one',
    async () => (await import('./views/Hello.tsx')).Hello,
    40,
  ),
}

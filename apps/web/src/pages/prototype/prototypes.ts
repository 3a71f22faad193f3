import { limits } from '@espalier/domain'
import type { ComponentType } from 'react'
import type { prototypeTexts } from '../../texts/prototypes.ts'
import type { PlanViewProps } from './drawing/view-parts.tsx'

export interface Prototype {
  /** The size of the sample when no project is chosen. */
  readonly sampleNodes: number
  readonly load: () => Promise<ComponentType<PlanViewProps>>
}

const definePrototype = (load: Prototype['load'], sampleNodes = 60): Prototype => ({ sampleNodes, load })

export type PrototypeName = keyof typeof prototypeTexts.views

/** Experimental views by the first part of their path. Each is loaded when it is opened. */
export const prototypes: Readonly<Record<PrototypeName, Prototype>> = {
  roadmap: definePrototype(async () => (await import('./views/Roadmap.tsx')).Roadmap),
  dag: definePrototype(async () => (await import('./views/DependencyGraph.tsx')).DependencyGraph),
  bubble: definePrototype(async () => (await import('./views/TreeViews.tsx')).BubbleView),
  execute: definePrototype(async () => (await import('./views/ExecuteTable.tsx')).ExecuteTable),
  d3: definePrototype(async () => (await import('./views/TreeViews.tsx')).RadialTreeView),
  'd3-randomtree': definePrototype(
    async () => (await import('./views/GrowingTree.tsx')).GrowingTree,
    limits.demoTreeNodes,
  ),
  'd3-transition': definePrototype(async () => (await import('./views/Transitions.tsx')).Transitions),
  'd3-basic': definePrototype(async () => (await import('./views/TreeViews.tsx')).BasicTreeView),
  flare: definePrototype(async () => (await import('./views/Flare.tsx')).Flare, 240),
  'd3-force': definePrototype(async () => (await import('./views/ForceLayout.tsx')).ForceLayout),
  'd3-tidytree': definePrototype(async () => (await import('./views/TreeViews.tsx')).TidyTreeView),
  enter: definePrototype(async () => (await import('./views/EnteringNodes.tsx')).EnteringNodes),
  daygrid: definePrototype(async () => (await import('./views/DayGrid.tsx')).DayGrid),
}

/** The parts of a project's address that real views have instead of these prototypes. */
export const replacements: Readonly<Record<keyof typeof prototypeTexts.replaced, string>> = {
  roadmap: '/timeline',
  execute: '/board',
  daygrid: '/calendar',
  dag: '',
}

export const isReplaced = (name: string): name is keyof typeof replacements => Object.hasOwn(replacements, name)

export const isPrototypeName = (name: string): name is PrototypeName => Object.hasOwn(prototypes, name)

import { describe, expect, it } from 'vitest'
import { samplePlan } from '../../../api/plan.ts'
import { buildPlanTree, planRootId } from '../drawing/plan-tree.ts'
import { findSceneBounds, type PlanScene, truncateLabel } from '../drawing/scene.ts'
import {
  buildBasicScene,
  buildBubbleScene,
  buildClusterScene,
  buildRadialScene,
  buildTidyScene,
} from '../drawing/tree-scenes.ts'
import { parsePlan } from '../testing/parse-plan.ts'
import { buildLayeredScene, groupIntoLayers } from './DependencyGraph.tsx'
import { buildGridScene, countMoves, filterByStatus } from './EnteringNodes.tsx'
import { findIdsToFold, hideFolded } from './Flare.tsx'
import { buildForceScene, createForces, findForceBounds, runToRest } from './ForceLayout.tsx'

const garden = parsePlan('garden', 'wall < garden', 'trees < garden', 'pears < trees (done)', 'wires < wall, trees')
const placesIn = ({ nodes }: PlanScene) => new Map(nodes.map(({ node, x, y }) => [node.id, { x, y }]))

const formatIds = (plan: typeof garden) => plan.nodes.map(({ id }) => id).join(' ')

const drawings = {
  basicScene: buildBasicScene,
  tidyScene: buildTidyScene,
  radialScene: buildRadialScene,
  sunScene: buildClusterScene,
  layeredScene: buildLayeredScene,
  bubbleScene: buildBubbleScene,
}

describe.each(Object.entries(drawings))('%s', (name, draw) => {
  it('places every node of a plan once, at its own point, on the sheet', () => {
    const plan = samplePlan({ nodes: 200, seed: 3 })
    const scene = draw(plan)
    const box = findSceneBounds(scene)
    expect(scene.nodes.map(({ node }) => node.id).toSorted()).toEqual(plan.nodes.map(({ id }) => id).toSorted())
    expect(new Set(scene.nodes.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)).size).toBe(200)
    for (const { x, y } of scene.nodes) {
      expect(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height).toBe(true)
    }
  })

  // Nested circles draw no links.
  it.skipIf(name === 'bubbleScene')('links each node with its parents and marks the additional ones', () => {
    const { links } = draw(garden)
    expect(links.map(({ id }) => id).toSorted()).toEqual([
      'garden trees',
      'garden wall',
      'trees pears',
      'trees wires',
      'wall wires',
    ])
    expect(links.filter(({ isExtra }) => isExtra).map(({ id }) => id)).toEqual(['trees wires'])
    for (const { path } of links) expect(path).not.toContain('NaN')
  })

  it('draws a single node', () => {
    expect(findSceneBounds(draw(parsePlan('alone'))).width).toBeGreaterThan(0)
  })
})

describe('plan tree', () => {
  it('puts several roots under the plan itself with its status', () => {
    const { data, children } = buildPlanTree(parsePlan('a', 'b (done)'))
    expect(data).toMatchObject({ id: planRootId, title: 'Garden', status: 'progress' })
    expect(children?.map((child) => child.data.id)).toEqual(['a', 'b'])
  })

  it('draws the tree from left to right, or outward from the middle', () => {
    const tidy = placesIn(buildTidyScene(garden))
    expect(tidy.get('garden')?.x).toBeLessThan(tidy.get('wall')?.x ?? 0)
    const radial = placesIn(buildRadialScene(garden))
    const far = (id: string) => Math.hypot(radial.get(id)?.x ?? 0, radial.get(id)?.y ?? 0)
    expect([far('garden'), far('trees'), far('pears')].map(Math.round)).toEqual([0, 110, 220])
  })
})

describe('dependency layers', () => {
  it('puts a node beyond the last of its parents', () => {
    const layers = groupIntoLayers(parsePlan('a', 'b < a', 'c < a', 'd < c', 'e < b, d'))
    expect(layers.map((layer) => layer.map(({ id }) => id).join(' '))).toEqual(['a', 'b c', 'd', 'e'])
  })
})

describe('bubbles', () => {
  it('keeps bubbles inside the ring of their parent', () => {
    const rings = new Map(
      buildBubbleScene(garden).nodes.map(({ node, x, y, ring = { radius: 0, below: 0 } }) => [
        node.id,
        { x, y: y + ring.below, radius: ring.radius },
      ]),
    )
    const [outer, inner] = [rings.get('trees'), rings.get('pears')]
    if (outer === undefined || inner === undefined) throw new Error('not drawn')
    expect(Math.hypot(outer.x - inner.x, outer.y - inner.y) + inner.radius).toBeLessThan(outer.radius)
  })
})

describe('force layout', () => {
  it('settles the force layout with all nodes apart and on the sheet', () => {
    const forces = runToRest(createForces(samplePlan({ nodes: 60, seed: 1 })))
    const { nodes, links } = buildForceScene(forces)
    const box = findForceBounds(forces)
    expect(forces.alpha()).toBeLessThan(forces.alphaMin() * 1.01)
    expect(links.length).toBeGreaterThanOrEqual(59)
    for (const one of nodes) {
      expect(one.x > box.x && one.x < box.x + box.width).toBe(true)
      for (const other of nodes)
        if (one !== other) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(8)
    }
  })
})

describe('folding', () => {
  it('hides all descendants of a folded node', () => {
    expect(formatIds(hideFolded(garden, new Set(['garden'])))).toBe('garden')
    expect(formatIds(hideFolded(garden, new Set(['wall'])))).toBe('garden wall trees pears')
    expect(hideFolded(garden, new Set())).toEqual(garden)
  })

  it('folds so that the given number of levels is visible', () => {
    expect([...findIdsToFold(garden, 1)]).toEqual(['garden', 'wall', 'trees'])
    expect([...findIdsToFold(garden, 2)]).toEqual(['wall', 'trees'])
    expect(formatIds(hideFolded(garden, findIdsToFold(garden, 2)))).toBe('garden wall trees')
  })
})

describe('node moves', () => {
  it('counts the nodes that come and leave between two choices of statuses', () => {
    const plan = parsePlan('a', 'b (done)', 'c (progress)', 'd (done)')
    expect(filterByStatus(plan, ['done', 'todo']).map(({ id }) => id)).toEqual(['b', 'd', 'a'])
    expect(countMoves(filterByStatus(plan, ['todo', 'progress']), filterByStatus(plan, ['progress', 'done']))).toEqual({
      came: 2,
      stayed: 1,
      left: 1,
    })
    expect(buildGridScene(plan.nodes).nodes.map(({ y }) => y)).toEqual([0, 0, 0, 0])
    expect(findSceneBounds(buildGridScene([])).width).toBeGreaterThan(0)
  })
})

describe('label', () => {
  it('truncates a label between graphemes', () => {
    expect(truncateLabel('short')).toBe('short')
    expect(truncateLabel('👩‍🌾👩‍🌾👩‍🌾👩‍🌾', 3)).toBe('👩‍🌾👩‍🌾…')
  })
})

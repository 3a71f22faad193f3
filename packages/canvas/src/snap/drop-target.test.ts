import { limits } from '@espalier/domain'
import { directions, type LayoutNode } from '@espalier/layout'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDragScene, nodesFromPaths } from '../testing/drag-scene.ts'
import { findDropTarget } from './drop-target.ts'
import { findLinkTarget } from './link-target.ts'

const family = nodesFromPaths('root', 'root/a', 'root/b', 'root/c', 'root/b/b1', 'root/b/b2', 'root/c/c1')
const scene = createDragScene('right', family)
const { snapDistancePx } = limits.gestures

describe('dragged node', () => {
  it('[drop] drops onto a box in its middle', () => {
    const target = findDropTarget(scene, ['a'], scene.findPoint('b'), 1)
    expect(target).toEqual({
      drop: { side: 'onto', targetId: 'b' },
      distance: 0,
      indicator: { kind: 'box', rect: scene.diagram.findRect('b') },
    })
  })

  it('[drop] drops before a box at its upper end and after it at its lower end when siblings are stacked', () => {
    expect(findDropTarget(scene, ['a'], scene.findPoint('c', 0.5, 0.1), 1)?.drop).toEqual({
      side: 'before',
      targetId: 'c',
    })
    expect(findDropTarget(scene, ['a'], scene.findPoint('c', 0.5, 0.9), 1)?.drop).toEqual({
      side: 'after',
      targetId: 'c',
    })
  })

  it('[drop] drops before or after at the left and right end when siblings are side by side', () => {
    for (const direction of ['up', 'down'] as const) {
      const upright = createDragScene(direction, family)
      expect(findDropTarget(upright, ['a'], upright.findPoint('c', 0.1), 1)?.drop.side).toBe('before')
      expect(findDropTarget(upright, ['a'], upright.findPoint('c', 0.9), 1)?.drop.side).toBe('after')
      expect(findDropTarget(upright, ['a'], upright.findPoint('c', 0.5, 0.1), 1)?.drop.side).toBe('onto')
    }
  })

  it('[drop] snaps to the nearest box within the screen distance', () => {
    const { x, y } = scene.findPoint('c1', 1)
    const near = { x: x + snapDistancePx - 1, y }
    expect(findDropTarget(scene, ['a'], near, 1)?.drop).toEqual({ side: 'onto', targetId: 'c1' })
    const far = { x: x + snapDistancePx + 1, y }
    expect(findDropTarget(scene, ['a'], far, 1)).toBeNull()
    expect(findDropTarget(scene, ['a'], far, 0.5)?.drop.targetId).toBe('c1')
    expect(findDropTarget(scene, ['a'], near, 2)).toBeNull()
  })

  it('[drop] does not drop onto its current parent, but may drop beside it', () => {
    expect(findDropTarget(scene, ['b1'], scene.findPoint('b'), 1)).toBeNull()
    expect(findDropTarget(scene, ['b1'], scene.findPoint('b', 0.5, 0.9), 1)?.drop).toEqual({
      side: 'after',
      targetId: 'b',
    })
  })

  it('[drop] finds no target on the node itself or its descendants', () => {
    for (const id of ['b', 'b1', 'b2']) expect(findDropTarget(scene, ['b'], scene.findPoint(id), 1)).toBeNull()
  })

  it('[drop] refuses a target that is the parent or a descendant of any dragged node', () => {
    expect(findDropTarget(scene, ['a', 'c1'], scene.findPoint('c'), 1)).toBeNull()
    expect(findDropTarget(scene, ['a', 'c'], scene.findPoint('c1'), 1)).toBeNull()
    expect(findDropTarget(scene, ['a', 'c'], scene.findPoint('b'), 1)?.drop).toEqual({ side: 'onto', targetId: 'b' })
  })

  it('[drop] finds no target beside the only root, but beside each of several', () => {
    expect(findDropTarget(scene, ['b1'], scene.findPoint('root', 0.5, 0.02), 1)?.drop.side).toBe('onto')
    const grove = createDragScene('right', nodesFromPaths('one', 'one/x', 'two'))
    expect(findDropTarget(grove, ['x'], grove.findPoint('two', 0.5, 0.95), 1)?.drop).toEqual({
      side: 'after',
      targetId: 'two',
    })
  })

  it('[drop] does not drop onto a box without a node', () => {
    const withoutRoot = {
      ...scene,
      idAt: (slot: number) => (slot === scene.findSlot('root') ? undefined : scene.idAt(slot)),
    }
    expect(findDropTarget(withoutRoot, ['b1'], scene.findPoint('root'), 1)?.drop.targetId).not.toBe('root')
  })
})

describe('drop indicator', () => {
  it('[drop] shows a line as long as the box halfway between two siblings', () => {
    const siblings = createDragScene('right', nodesFromPaths('root', 'root/a', 'root/b', 'root/c'))
    const { x, y } = siblings.findPoint('b', 0, 0)
    const half = limits.layoutSpacingPx.horizontal.sibling / 2
    const line = { kind: 'line', from: { x, y: y - half }, to: { x: x + 200, y: y - half } }
    expect(findDropTarget(siblings, ['c'], siblings.findPoint('b', 0.5, 0.1), 1)?.indicator).toEqual(line)
    expect(findDropTarget(siblings, ['c'], siblings.findPoint('a', 0.5, 0.9), 1)?.indicator).toEqual(line)
  })

  it('[drop] shows the line at the edge of the last sibling, and near a sibling whose next is far away', () => {
    const upright = createDragScene(
      'down',
      nodesFromPaths('root', 'root/a', 'root/b', 'root/b/b1', 'root/b/b2', 'root/b/b3'),
    )
    const half = limits.layoutSpacingPx.vertical.sibling / 2
    const beside = findDropTarget(upright, ['b1'], upright.findPoint('a', 0.9), 1)?.indicator
    const edge = upright.findPoint('a', 1, 0)
    expect(beside).toEqual({
      kind: 'line',
      from: { x: edge.x + half, y: edge.y },
      to: { x: edge.x + half, y: edge.y + 40 },
    })
    const last = findDropTarget(upright, ['a'], upright.findPoint('b3', 0.95), 1)?.indicator
    expect(last).toMatchObject({ kind: 'line' })
  })
})

describe('dragged link handle', () => {
  it('[drop] links to any node that is not itself, a descendant or already a parent', () => {
    expect(findLinkTarget(scene, 'b1', scene.findPoint('c'), 1)).toEqual({
      targetId: 'c',
      distance: 0,
      rect: scene.diagram.findRect('c'),
    })
    for (const id of ['b', 'root']) expect(findLinkTarget(scene, 'b', scene.findPoint(id), 1)).toBeNull()
    expect(findLinkTarget(scene, 'b', scene.findPoint('b1'), 1)).toBeNull()
  })

  it('[drop] links to the nearest node within reach', () => {
    const { x, y } = scene.findPoint('c1', 1)
    expect(findLinkTarget(scene, 'a', { x: x + 20, y }, 1)?.targetId).toBe('c1')
    expect(findLinkTarget(scene, 'a', { x: x + snapDistancePx + 1, y }, 1)).toBeNull()
  })
})

const seeds = fc.array(fc.record({ up: fc.nat(), further: fc.nat({ max: 9 }) }), { minLength: 1, maxLength: 30 })
const graphs = seeds.map((all) =>
  all.map(({ up, further }, index): LayoutNode => {
    const parentIds = index === 0 || further === 1 ? [] : [`n${up % index}`]
    if (further === 0 && index > 1) parentIds.push(`n${(up + 1) % index}`)
    return { id: `n${index}`, width: 200, height: 40, parentIds: [...new Set(parentIds)] }
  }),
)
const drags = fc.record({
  direction: fc.constantFrom(...directions),
  nodes: graphs,
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  over: fc.nat(),
  across: fc.double({ min: -0.3, max: 1.3, noNaN: true }),
  down: fc.double({ min: -1, max: 2, noNaN: true }),
  zoom: fc.constantFrom(0.25, 1, 5),
})

describe('random drags', () => {
  it('[drop] never targets a dragged node, its descendant, or its parent', () => {
    fc.assert(
      fc.property(drags, ({ direction, nodes, picks, over, across, down, zoom }) => {
        const any = createDragScene(direction, nodes)
        const dragged = picks.map((pick) => `n${pick % nodes.length}`)
        const at = any.findPoint(`n${over % nodes.length}`, across, down)
        const target = findDropTarget(any, dragged, at, zoom)
        if (!target) return
        const { side, targetId } = target.drop
        expect(target.distance).toBeLessThanOrEqual(snapDistancePx / zoom)
        for (const id of dragged) {
          expect(targetId).not.toBe(id)
          expect(any.isBelow(targetId, id)).toBe(false)
          if (side === 'onto') expect(any.structure.parentIds(id)).not.toContain(targetId)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('[drop] never links to a cycle or an existing parent', () => {
    fc.assert(
      fc.property(drags, ({ direction, nodes, picks, over, across, down, zoom }) => {
        const any = createDragScene(direction, nodes)
        const id = `n${(picks[0] ?? 0) % nodes.length}`
        const target = findLinkTarget(any, id, any.findPoint(`n${over % nodes.length}`, across, down), zoom)
        if (!target) return
        expect(target.targetId).not.toBe(id)
        expect(any.isBelow(target.targetId, id)).toBe(false)
        expect(any.structure.parentIds(id)).not.toContain(target.targetId)
      }),
      { numRuns: 500 },
    )
  })
})

import { limits } from '@espalier/domain'
import { computeAnchors, type Diagram, type Direction, directions, type LayoutNode, type Rect } from '@espalier/layout'
import { LayeredDiagram } from '@espalier/layout/layered'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rects, rectsTouch } from '../testing/rects.ts'
import { findLinksTouching, LinkIndex } from './link-index.ts'

const seeds = fc.array(
  fc.record({ up: fc.nat(), further: fc.nat({ max: 12 }), height: fc.integer({ min: 20, max: 200 }) }),
  {
    maxLength: 50,
  },
)

/** Generates trees, and graphs in which a node has a second parent. */
const nodes = seeds.map((all) =>
  all.map(({ up, further, height }, index): LayoutNode => {
    const parentIds = index === 0 ? [] : [`n${up % index}`]
    if (further === 0 && index > 1) parentIds.push(`n${(up + 1) % index}`)
    return { id: `n${index}`, width: 200, height, parentIds }
  }),
)

const reach = limits.linkAnchorOffsetPx.max

/** Returns the rectangle around the points of a link as they are drawn. */
function rectOfLink(diagram: Diagram, link: number): Rect | null {
  const { sources, targets, bendStarts, bendX, bendY } = diagram.links()
  const [parent, child] = [sources[link], targets[link]].map((slot) => diagram.findRect(diagram.idAt(slot ?? 0) ?? ''))
  if (!parent || !child) return null
  const { from, to } = computeAnchors(diagram.direction, parent, child)
  const xs = [from.x, to.x, ...bendX.slice(bendStarts[link], bendStarts[link + 1])]
  const ys = [from.y, to.y, ...bendY.slice(bendStarts[link], bendStarts[link + 1])]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

const widened = ({ left, top, width, height }: Rect, by: number): Rect => ({
  left: left - by,
  top: top - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** Checks that no link is missed, and that none is farther off than twice the distance of link ends from boxes. */
function expectNear(index: LinkIndex, diagram: Diagram, area: Rect): void {
  const found = new Set(index.query(area))
  diagram.links().sources.forEach((_, link) => {
    const rect = rectOfLink(diagram, link)
    expect(rect).not.toBeNull()
    if (rect && rectsTouch(rect, area)) expect(found).toContain(link)
    if (rect && !rectsTouch(widened(rect, 2 * reach + 0.001), area)) expect(found).not.toContain(link)
  })
}

function settled(direction: Direction, all: readonly LayoutNode[]): Diagram {
  const diagram = new LayeredDiagram(direction, all)
  diagram.settle()
  return diagram
}

it('[cull] finds the same links by a full scan as by the index', () => {
  fc.assert(
    fc.property(fc.constantFrom(...directions), nodes, rects, (direction, all, area) => {
      const diagram = settled(direction, all)
      const found = findLinksTouching(diagram.links(), diagram.boxes, direction, area)
      const index = new LinkIndex(diagram.links(), diagram.boxes, direction)
      expect(found).toEqual(index.query(area).toSorted((one, other) => one - other))
    }),
  )
})

describe('link index', () => {
  it('[cull] finds every link whose curve may touch the area, in trees and in graphs with bends', () => {
    fc.assert(
      fc.property(fc.constantFrom(...directions), nodes, rects, (direction, all, area) => {
        const diagram = settled(direction, all)
        const index = new LinkIndex(diagram.links(), diagram.boxes, direction)
        expectNear(index, diagram, area)
      }),
    )
  })

  it('[cull] follows boxes that move while their links stay', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.array(fc.record({ at: fc.nat(), height: fc.integer({ min: 10, max: 900 }) }), { maxLength: 8 }),
        rects,
        (all, sizes, area) => {
          const tree = all.map(({ up, height }, index): LayoutNode => {
            return { id: `n${index}`, width: 200, height, parentId: index === 0 ? null : `n${up % index}` }
          })
          const diagram = settled('right', tree)
          const index = new LinkIndex(diagram.links(), diagram.boxes, 'right')
          for (const { at, height } of tree.length > 0 ? sizes : []) {
            diagram.resize(`n${at % tree.length}`, { width: 200, height })
            index.update(diagram.settle())
            expectNear(index, diagram, area)
          }
        },
      ),
    )
  })

  it('[cull] follows a graph whose links get new bends', () => {
    fc.assert(
      fc.property(nodes, fc.nat(), rects, (all, at, area) => {
        const diagram = settled('down', all)
        const index = new LinkIndex(diagram.links(), diagram.boxes, 'down')
        diagram.resize(`n${at % (all.length + 1)}`, { width: 700, height: 300 })
        index.update(diagram.settle(), diagram.links())
        expectNear(index, diagram, area)
      }),
    )
  })

  it('[cull] finds a long link wherever it passes', () => {
    const children = Array.from({ length: 500 }, (_, index) => ({
      id: `n${index}`,
      width: 200,
      height: 50,
      parentId: 'root',
    }))
    const diagram = settled('right', [{ id: 'root', width: 200, height: 50, parentId: null }, ...children])
    const index = new LinkIndex(diagram.links(), diagram.boxes, 'right')
    const { left, top } = diagram.findRect('n400') ?? { left: 0, top: 0 }
    expect(index.query({ left: left - 40, top, width: 10, height: 10 })).toHaveLength(100)
  })

  it('[cull] finds no link to a removed box', () => {
    const box = { width: 200, height: 50 }
    const diagram = settled('down', [
      { id: 'root', ...box, parentId: null },
      { id: 'a', ...box, parentId: 'root' },
      { id: 'b', ...box, parentId: 'root' },
    ])
    const links = diagram.links()
    diagram.remove('b')
    const index = new LinkIndex(links, diagram.boxes, 'down')
    expect(index.query({ left: -1e5, top: -1e5, width: 2e5, height: 2e5 })).toEqual([0])
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Diagram } from './diagram.ts'
import { directions } from './geometry.ts'
import { arrangeInLayers, LayeredDiagram } from './layered.ts'
import type { LayoutNode } from './layout-node.ts'
import {
  expectApart,
  forests,
  graphs,
  layOutNodes,
  readRects,
  type RectsById,
  requireRect,
  tangles,
  tolerance,
  trees,
} from './testing/diagrams.ts'

const box = { width: 200, height: 50 }
const node = (id: string, ...parentIds: string[]): LayoutNode => ({ id, parentIds, ...box })
const sized = (id: string, parentId: string | null, width: number, height: number) => ({ id, parentId, width, height })
const middleX = (picture: RectsById, id: string) => requireRect(picture, id).left + requireRect(picture, id).width / 2
const findChildNodes = (nodes: readonly LayoutNode[], id: string) => nodes.filter((each) => each.parentId === id)

describe('tree laid out top down', () => {
  it('keeps 10 px between boxes side by side and 50 px below each', () => {
    fc.assert(fc.property(trees, (nodes) => expectApart(layOutNodes('down', nodes), 10, 50)))
  })

  it('begins children 50 px below their parent in order', () => {
    fc.assert(
      fc.property(forests, (nodes) => {
        const picture = layOutNodes('down', nodes)
        for (const { id, height } of nodes) {
          let edge = -Infinity
          for (const child of findChildNodes(nodes, id)) {
            const rect = requireRect(picture, child.id)
            expect(rect.top - requireRect(picture, id).top - height - 50).toBeGreaterThan(-tolerance)
            expect(rect.top - requireRect(picture, id).top - height - 50).toBeLessThan(1 / 32)
            expect(rect.left).toBeGreaterThan(edge)
            edge = rect.left + rect.width
          }
        }
      }),
    )
  })

  it('centers a parent over its first and last child', () => {
    fc.assert(
      fc.property(forests, (nodes) => {
        const picture = layOutNodes('down', nodes)
        for (const { id } of nodes) {
          const children = findChildNodes(nodes, id)
          const [first, last] = [children.at(0), children.at(-1)]
          if (!first || !last) continue
          expect(middleX(picture, id)).toBeCloseTo((middleX(picture, first.id) + middleX(picture, last.id)) / 2, 6)
        }
      }),
    )
  })

  it('takes no more room than needed: the last branch touches one before it', () => {
    fc.assert(
      fc.property(trees, (nodes) => {
        const picture = layOutNodes('down', nodes)
        for (const { id } of nodes) {
          const branches = findChildNodes(nodes, id).map((child) => listBranch(nodes, child.id))
          const last = branches.pop()
          if (!last || branches.length === 0) continue
          const room = Math.min(
            ...branches.flat().flatMap((one) => last.map((other) => roomBetween(picture, one, other))),
          )
          expect(room).toBeLessThan(10 + 1 / 16)
        }
      }),
    )
  })

  it('spreads small branches evenly between two large ones that meet below them', () => {
    const wide = ['a', 'e'].flatMap((id) => [0, 1, 2, 3, 4].map((index) => node(`${id}${index}`, id)))
    const picture = layOutNodes('down', [node('r'), ...['a', 'b', 'c', 'd', 'e'].map((id) => node(id, 'r')), ...wide])
    const middles = ['a', 'b', 'c', 'd', 'e'].map((id) => middleX(picture, id))
    const steps = middles.slice(1).map((middle, index) => middle - (middles[index] ?? NaN))
    expect(middleX(picture, 'e0') - middleX(picture, 'a4')).toBe(210)
    for (const step of steps) expect(step).toBeCloseTo(1_050 / 4, 9)
  })

  it('does not shift boxes sideways that only move down, despite fractions of a pixel', () => {
    const picture = drawBelow(100)
    for (let tenths = 0; tenths < 200; tenths += 1) {
      for (const [id, { left }] of drawBelow(tenths / 10)) expect(left).toBe(requireRect(picture, id).left)
    }
  })

  it('keeps its root at the origin whatever is added', () => {
    const diagram = new LayeredDiagram('down', [node('root')])
    diagram.settle()
    expect(diagram.findRect('root')).toEqual({ left: -100, top: 0, ...box })
    for (const id of ['a', 'b', 'c']) diagram.insert(node(id, 'root'))
    diagram.settle()
    expect(diagram.findRect('root')).toEqual({ left: -100, top: 0, ...box })
  })
})

describe('four directions', () => {
  it('keeps all boxes at least the gaps apart', () => {
    fc.assert(fc.property(graphs, (nodes) => expectApart(layOutNodes('down', nodes), 10, 50)))
    fc.assert(fc.property(graphs, (nodes) => expectApart(layOutNodes('up', nodes), 10, 50)))
    fc.assert(fc.property(graphs, (nodes) => expectApart(layOutNodes('right', nodes), 70, 10)))
    fc.assert(fc.property(graphs, (nodes) => expectApart(layOutNodes('left', nodes), 70, 10)))
  })

  it('mirrors right to left and down to up', () => {
    fc.assert(
      fc.property(graphs, (nodes) => {
        for (const [id, rect] of layOutNodes('left', nodes)) {
          expect(rect.left + rect.width).toBeCloseTo(-requireRect(layOutNodes('right', nodes), id).left, 6)
        }
        for (const [id, rect] of layOutNodes('up', nodes)) {
          expect(rect.top + rect.height).toBeCloseTo(-requireRect(layOutNodes('down', nodes), id).top, 6)
        }
      }),
      { numRuns: 20 },
    )
  })

  it.each(directions)('turned to %s, equals a diagram drawn from scratch', (direction) => {
    fc.assert(
      fc.property(graphs, (nodes) => {
        const diagram = new LayeredDiagram('right', nodes)
        diagram.settle()
        diagram.turn(direction)
        diagram.settle()
        expect(readRects(diagram)).toEqual(layOutNodes(direction, nodes))
      }),
      { numRuns: 30 },
    )
  })
})

describe('diagram input', () => {
  it('lays out tangled input', () => {
    fc.assert(
      fc.property(tangles, (nodes) => {
        const picture = layOutNodes('right', nodes)
        expect(picture.size).toBe(nodes.length)
        expectApart(picture, 70, 10)
      }),
    )
  })

  it('accepts empty input', () => {
    const diagram = new LayeredDiagram('left')
    expect([...diagram.settle()]).toEqual([])
    expect(diagram.links().sources).toHaveLength(0)
  })

  it('accepts a repeated id or a missing size', () => {
    const diagram = new LayeredDiagram('down', [
      node('a'),
      node('a'),
      { id: 'b', width: NaN, height: -1, parentId: 'a' },
    ])
    diagram.settle()
    expect(diagram.count).toBe(2)
    expect(diagram.findRect('b')).toEqual({ left: 0, top: 100, width: 0, height: 0 })
  })

  it('uses layers only while a node has several parents', () => {
    const diagram = new LayeredDiagram('down', [node('a'), node('b'), node('c', 'a', 'b')])
    diagram.settle()
    expect(diagram.kind).toBe('layered')
    diagram.move('c', { parentIds: ['b'] })
    diagram.settle()
    expect(diagram.kind).toBe('tidy')
    expect(readRects(diagram)).toEqual(layOutNodes('down', [node('a'), node('b'), node('c', 'b')]))
  })

  it('links each parent to each child and bends a link where it passes a layer', () => {
    const diagram = new LayeredDiagram('down', [node('a'), node('b', 'a'), node('c', 'b', 'a')])
    diagram.settle()
    const { sources, targets, bendStarts, bendX, bendY } = diagram.links()
    const named = [...sources].map((source, link) => `${diagram.idAt(source)}-${diagram.idAt(targets[link] ?? 0)}`)
    expect(named).toEqual(['a-b', 'b-c', 'a-c'])
    expect([...bendStarts]).toEqual([0, 0, 0, 2])
    expect([...bendY]).toEqual([100, 150])
    const { left, width } = requireRect(readRects(diagram), 'b')
    for (const x of bendX) expect(x < left || x > left + width).toBe(true)
  })
})

function listBranch(nodes: readonly LayoutNode[], id: string): string[] {
  return [id, ...findChildNodes(nodes, id).flatMap((child) => listBranch(nodes, child.id))]
}

/** Returns how far `other` could move left before it is too close to `one`. */
function roomBetween(picture: RectsById, one: string, other: string): number {
  const [left, right] = [requireRect(picture, one), requireRect(picture, other)]
  const isBeside =
    left.top < right.top + right.height + 50 - tolerance && right.top < left.top + left.height + 50 - tolerance
  return isBeside ? right.left - left.left - left.width : Infinity
}

/** The second branch ends just where the third box of the first begins. */
function drawBelow(height: number): RectsById {
  return layOutNodes('down', [
    sized('r', null, 20, height),
    sized('a1', 'r', 20, 10.1),
    sized('a2', 'a1', 20, 10.2),
    sized('a3', 'a2', 300, 10),
    sized('b1', 'r', 20, 10.2),
    sized('b2', 'b1', 300, 10.1),
  ])
}

describe('diagram without a layer arranger', () => {
  const nodes = [node('a'), node('b'), node('c', 'b', 'a')]

  it('puts a node with two parents below the first, draws both links, and arranges it once possible', () => {
    const diagram = new Diagram('down', nodes)
    diagram.settle()
    expect(diagram.kind).toBe('tidy')
    expect(diagram.hasSeveralParents).toBe(true)
    const { sources, targets } = diagram.links()
    const named = [...sources].map((source, at) => [diagram.idAt(source), diagram.idAt(targets[at] ?? 0)])
    expect(named).toEqual([
      ['b', 'c'],
      ['a', 'c'],
    ])
    diagram.arrangeBy(arrangeInLayers)
    diagram.settle()
    const known = new LayeredDiagram('down', nodes)
    known.settle()
    expect(diagram.kind).toBe('layered')
    for (const { id } of nodes) expect(diagram.findRect(id)).toEqual(known.findRect(id))
  })
})

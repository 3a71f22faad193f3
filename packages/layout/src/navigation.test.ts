import { describe, expect, it } from 'vitest'
import { LayeredDiagram } from './layered.ts'
import type { Direction } from './geometry.ts'
import type { LayoutNode } from './layout-node.ts'
import { findNeighbor, searchWindow } from './navigation.ts'

const box = { width: 200, height: 50 }
const node = (id: string, parentId: string | null = null, size = box): LayoutNode => ({ id, parentId, ...size })

function stepFrom(diagram: LayeredDiagram, id: string, towards: Direction): string | undefined {
  const next = findNeighbor(diagram.boxes, diagram.findSlot(id) ?? NaN, towards, diagram.direction)
  return next === null ? undefined : diagram.idAt(next)
}

function drawn(direction: Direction, nodes: readonly LayoutNode[]): LayeredDiagram {
  const diagram = new LayeredDiagram(direction, nodes)
  diagram.settle()
  return diagram
}

const family = [node('r'), node('a', 'r'), node('b', 'r'), node('c', 'r'), node('b1', 'b'), node('b2', 'b')]

describe('arrow key navigation', () => {
  it('searches 500 px ahead and 2000 px from side to side, starting 10 px off the box', () => {
    const start = { left: 100, top: 100, ...box }
    expect(searchWindow(start, 'right')).toEqual({ left: 310, top: -875, width: 500, height: 2_000 })
    expect(searchWindow(start, 'left')).toEqual({ left: -410, top: -875, width: 500, height: 2_000 })
    expect(searchWindow(start, 'down')).toEqual({ left: -800, top: 160, width: 2_000, height: 500 })
    expect(searchWindow(start, 'up')).toEqual({ left: -800, top: -410, width: 2_000, height: 500 })
  })

  it.each([
    ['r', 'right', 'b'],
    ['b', 'left', 'r'],
    ['b', 'up', 'a'],
    ['b', 'down', 'c'],
    ['c', 'down', undefined],
    ['b', 'right', 'b1'],
    ['b2', 'left', 'b'],
    ['r', 'left', undefined],
  ] as const)('moves in a tree that grows right from %s to the %s to %s', (from, towards, to) => {
    expect(stepFrom(drawn('right', family), from, towards)).toBe(to)
  })

  it.each([
    ['b', 'left', 'a'],
    ['b', 'right', 'c'],
    ['b', 'up', 'r'],
    ['b', 'down', 'b1'],
  ] as const)('moves in a tree that grows down from %s to the %s to %s', (from, towards, to) => {
    expect(stepFrom(drawn('down', family), from, towards)).toBe(to)
  })

  const twoBranches = [
    node('root'),
    node('one', 'root'),
    node('two', 'one'),
    node('three', 'one'),
    node('four', 'root'),
    node('five', 'four'),
  ]
  const wideBranches = [
    node('root'),
    ...['a', 'b', 'c'].map((id) => node(id, 'root')),
    ...['a1', 'a2'].map((id) => node(id, 'a')),
    ...['b1', 'b2', 'b3'].map((id) => node(id, 'b')),
  ]

  describe.each(['down', 'up'] as const)('tree that grows %s', (direction) => {
    it.each([
      ['one', 'right', 'four'],
      ['four', 'left', 'one'],
      ['four', 'right', undefined],
      ['three', 'right', 'five'],
      ['five', 'left', 'three'],
    ] as const)('stays on the level: from %s to the %s is %s', (from, towards, to) => {
      expect(stepFrom(drawn(direction, twoBranches), from, towards)).toBe(to)
    })

    it.each([
      ['a', 'right', 'b'],
      ['b', 'right', 'c'],
      ['b', 'left', 'a'],
      ['a2', 'right', 'b1'],
    ] as const)('passes the children of a wide branch: from %s to the %s is %s', (from, towards, to) => {
      expect(stepFrom(drawn(direction, wideBranches), from, towards)).toBe(to)
    })
  })

  it.each(['left', 'right'] as const)(
    'goes to the next sibling, not to a child, in a tree that grows %s',
    (direction) => {
      const leaves = ['1', '2', '3', '4', '5'].flatMap((at) => [node(`a${at}`, 'a'), node(`b${at}`, 'b')])
      const diagram = drawn(direction, [node('r'), node('a', 'r'), node('b', 'r'), ...leaves])
      expect(stepFrom(diagram, 'a', 'down')).toBe('b')
      expect(stepFrom(diagram, 'b', 'up')).toBe('a')
      expect(stepFrom(diagram, 'a5', 'down')).toBe('b1')
    },
  )

  it('does not treat a wide parent above as a neighbor to the right', () => {
    const wide = drawn('down', [node('r', null, { width: 900, height: 50 }), node('a', 'r'), node('b', 'r')])
    expect(stepFrom(wide, 'a', 'right')).toBe('b')
    expect(stepFrom(wide, 'b', 'right')).toBeUndefined()
  })

  it('finds nothing beyond the window, nor removed boxes', () => {
    const far = drawn('right', [
      node('r', null, { width: 200, height: 50 }),
      node('a', 'r'),
      node('b', 'r', { width: 200, height: 1_200 }),
    ])
    expect(stepFrom(far, 'a', 'down')).toBe('b')
    far.remove('b')
    far.settle()
    expect(stepFrom(far, 'a', 'down')).toBeUndefined()
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LayeredDiagram } from './layered.ts'
import type { LayoutNode } from './layout-node.ts'
import { layOutNodes, readRects } from './testing/diagrams.ts'

const box = { width: 200, height: 50 }
const node = (id: string, ...parentIds: string[]): LayoutNode => ({ id, parentIds, ...box })

/** A plain reference model of the diagram: a list in sibling order. */
class Model {
  nodes: LayoutNode[] = []

  has = (id: string) => this.nodes.some((each) => each.id === id)
  parentOf = (id: string) => this.nodes.find((each) => each.id === id)?.parentIds?.[0]
  isWithin(id: string | undefined, above: string): boolean {
    return id !== undefined && (id === above || this.isWithin(this.parentOf(id), above))
  }
  put(node: LayoutNode, beforeId: string | null) {
    const others = this.nodes.filter((each) => each.id !== node.id)
    const isSibling =
      beforeId !== null && beforeId !== node.id && this.has(beforeId) && this.parentOf(beforeId) === node.parentIds?.[0]
    const at = isSibling ? others.findIndex((each) => each.id === beforeId) : others.length
    this.nodes = [...others.slice(0, at), node, ...others.slice(at)]
  }
}

const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('insert', 'insert', 'insert', 'resize', 'move', 'remove', 'settle'),
    one: fc.nat({ max: 30 }),
    other: fc.nat({ max: 30 }),
    third: fc.nat({ max: 30 }),
    before: fc.nat({ max: 30 }),
    width: fc.double({ min: 1, max: 400, noNaN: true }),
    height: fc.double({ min: 1, max: 200, noNaN: true }),
  }),
  { maxLength: 80 },
)
type Edit = typeof edits extends fc.Arbitrary<infer Many> ? (Many extends readonly (infer One)[] ? One : never) : never

function apply(diagram: LayeredDiagram, model: Model, edit: Edit, mayHaveSeveral: boolean): void {
  const id = `n${edit.one}`
  const wanted = mayHaveSeveral && edit.third % 3 === 0 ? [`n${edit.other}`, `n${edit.third}`] : [`n${edit.other}`]
  const parentIds = [...new Set(wanted)].filter((parent) => parent !== id && model.has(parent))
  const beforeId = `n${edit.before}`
  const size = { width: edit.width, height: edit.height }
  const old = model.nodes.find((each) => each.id === id)
  switch (edit.kind) {
    case 'insert':
      expect(diagram.insert({ id, parentIds, ...size }, beforeId)).toBe(!old)
      if (!old) model.put({ id, parentIds, ...size }, beforeId)
      return
    case 'resize':
      expect(diagram.resize(id, size)).toBe(old !== undefined)
      model.nodes = model.nodes.map((each) => (each === old ? { ...old, ...size } : each))
      return
    case 'move': {
      const isRefused = !old || model.isWithin(parentIds[0], id)
      expect(diagram.move(id, { parentIds }, beforeId)).toBe(!isRefused)
      if (old && !isRefused && beforeId === id && old.parentIds?.[0] === parentIds[0]) {
        model.nodes = model.nodes.map((each) => (each === old ? { ...old, parentIds } : each))
      } else if (old && !isRefused) model.put({ ...old, parentIds }, beforeId)
      return
    }
    case 'remove': {
      if (model.nodes.some((each) => each.parentIds?.includes(id))) return
      expect(diagram.remove(id)).toBe(old !== undefined)
      model.nodes = model.nodes.filter((each) => each !== old)
      return
    }
    case 'settle':
      diagram.settle()
  }
}

describe('edited diagram', () => {
  it.each([
    ['a tree', false],
    ['a graph', true],
  ])('equals a diagram drawn from scratch: %s', (_, mayHaveSeveral) => {
    fc.assert(
      fc.property(edits, (list) => {
        const diagram = new LayeredDiagram('right')
        const model = new Model()
        for (const edit of list) apply(diagram, model, edit, mayHaveSeveral)
        diagram.settle()
        expect(readRects(diagram)).toEqual(layOutNodes('right', model.nodes))
      }),
      { numRuns: 300 },
    )
  })

  it('reports every slot that moved', () => {
    fc.assert(
      fc.property(edits, (list) => {
        const diagram = new LayeredDiagram('down')
        const model = new Model()
        for (const edit of list) {
          const before = readRects(diagram)
          apply(diagram, model, edit, edit.other % 2 === 0)
          if (edit.kind === 'settle') continue
          const settledIds = new Set([...diagram.settle()].map((slot) => diagram.idAt(slot)))
          for (const [id, rect] of readRects(diagram)) if (!settledIds.has(id)) expect(rect).toEqual(before.get(id))
        }
      }),
      { numRuns: 50 },
    )
  })

  it('does not move boxes that a change does not affect', () => {
    const nodes = [node('root'), node('a', 'root'), node('b', 'root')]
    for (let index = 0; index < 100; index += 1) nodes.push(node(`a${index}`, 'a'), node(`b${index}`, 'b'))
    const diagram = new LayeredDiagram('down', nodes)
    diagram.settle()
    diagram.resize('b7', { ...box, height: 40 })
    const moved = [...diagram.settle()].map((slot) => diagram.idAt(slot))
    expect(moved.sort()).toEqual(['b', 'b7', 'root'])
    diagram.resize('b7', { ...box, height: 40 })
    expect([...diagram.settle()]).toEqual([])
  })

  it('puts the children of a removed node in its place', () => {
    const diagram = new LayeredDiagram('down', [
      node('r'),
      node('a', 'r'),
      node('b', 'r'),
      node('c', 'r'),
      node('x', 'b'),
      node('y', 'b'),
    ])
    diagram.remove('b')
    diagram.settle()
    expect(readRects(diagram)).toEqual(
      layOutNodes('down', [node('r'), node('a', 'r'), node('x', 'r'), node('y', 'r'), node('c', 'r')]),
    )
    expect(diagram.remove('b')).toBe(false)
    expect(diagram.findRect('b')).toBeUndefined()
  })

  it('puts a child of a removed node under its other parent', () => {
    const diagram = new LayeredDiagram('down', [node('r'), node('a', 'r'), node('b', 'r'), node('x', 'a', 'b')])
    diagram.remove('a')
    diagram.settle()
    expect(diagram.kind).toBe('tidy')
    expect(readRects(diagram)).toEqual(layOutNodes('down', [node('r'), node('b', 'r'), node('x', 'b')]))
  })

  it('reuses a freed slot for the next node', () => {
    const diagram = new LayeredDiagram('down', [node('r'), node('a', 'r')])
    const slot = diagram.findSlot('a')
    diagram.remove('a')
    diagram.insert(node('b', 'r'))
    expect(diagram.findSlot('b')).toBe(slot)
    expect(diagram.boxes.slotCount).toBe(3)
  })
})

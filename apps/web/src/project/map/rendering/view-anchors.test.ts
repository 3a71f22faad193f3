import { Diagram, type Direction, type Rect } from '@espalier/layout'
import { describe, expect, it } from 'vitest'
import { getHomeViewport } from './view-anchors.ts'

const phone = { width: 390, height: 700 }
const desktop = { width: 1_280, height: 800 }

const box = (id: string, parentIds: readonly string[]) => ({ id, parentIds, width: 200, height: 50 })

/** A root with three children in a row. */
function arrange(direction: Direction) {
  const diagram = new Diagram(direction)
  diagram.replace([box('root', []), box('a', ['root']), box('b', ['root']), box('c', ['root'])])
  diagram.settle()
  return { diagram, rect: (id: string) => diagram.findRect(id) as Rect }
}

describe('the view a project opens with', () => {
  it.each<Direction>(['left', 'right', 'down', 'up'])(
    'shows the whole width of a map on a phone when it grows to the %s',
    (direction) => {
      const { diagram, rect } = arrange(direction)
      const { x, zoom } = getHomeViewport(diagram, rect('root'), phone)
      expect(zoom).toBeLessThan(1)
      for (const id of ['root', 'a', 'b', 'c']) {
        const { left, width } = rect(id)
        expect(left * zoom + x).toBeGreaterThanOrEqual(0)
        expect((left + width) * zoom + x).toBeLessThanOrEqual(phone.width)
      }
    },
  )

  it('enlarges no small map on a phone', () => {
    const diagram = new Diagram('left')
    diagram.replace([{ id: 'root', parentIds: [], width: 200, height: 50 }])
    diagram.settle()
    const root = diagram.findRect('root') as Rect
    const { x, zoom } = getHomeViewport(diagram, root, phone)
    expect(zoom).toBe(1)
    expect(root.left + root.width / 2 + x).toBe(phone.width / 2)
  })

  it('shows the root of a map that is too wide at the smallest zoom', () => {
    const diagram = new Diagram('down')
    const children = Array.from({ length: 40 }, (_, at) => `child-${at}`)
    diagram.replace([box('root', []), ...children.map((id) => box(id, ['root']))])
    diagram.settle()
    const root = diagram.findRect('root') as Rect
    const { x, zoom } = getHomeViewport(diagram, root, phone)
    expect(zoom).toBe(0.25)
    expect((root.left + root.width / 2) * zoom + x).toBeCloseTo(phone.width / 2)
  })

  it('opens at 100% on a wide screen', () => {
    const { diagram, rect } = arrange('right')
    expect(getHomeViewport(diagram, rect('root'), desktop)).toMatchObject({ zoom: 1, x: 40 - rect('root').left })
  })
})

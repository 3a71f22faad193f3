import { defaultVisibility } from '@espalier/domain'
import { expect, it } from 'vitest'
import { openTestProject } from '../../testing/test-project.ts'
import { nodesFromOutline } from '../../testing/node-fixtures.ts'
import { createCell } from '../../../platform/cell.ts'
import { createTextRuler } from '../measure/text-ruler.ts'
import { createTitleMeasure } from '../measure/title-measure.ts'
import { DrawnNodes } from './drawn-nodes.ts'
import { MapScene } from './map-scene.ts'

const size = { width: 400, height: 290 }
const count = 1_000

/** Makes a thousand leaves below each other; the first is at the top left corner of the view. */
function openDrawing() {
  const leaves = Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, {}]))
  const client = openTestProject(nodesFromOutline({ root: leaves }), { project: { layout: 'tree-right' } })
  const ruler = createTextRuler((text) => text.length)
  const measure = createTitleMeasure({ root: ruler, branch: ruler, leaf: ruler }, () => [])
  const scene = new MapScene({
    client,
    visibility: createCell(defaultVisibility),
    hits: () => null,
    matches: createCell({ shown: null }),
    measure,
  })
  const first = scene.getRect('n0') ?? { left: 0, top: 0 }
  const at = (zoom: number, down = 0) => ({ x: -first.left * zoom, y: -first.top * zoom - down, zoom })
  return { scene, drawing: new DrawnNodes(scene), at }
}

const finish = (drawing: DrawnNodes, zoom: number) => {
  for (let turns = 0; drawing.advance(zoom); turns += 1) if (turns > count) throw new Error('never ends')
}

it('draws visible nodes at once and those around them gradually', () => {
  const { drawing, at } = openDrawing()
  drawing.cover(at(1), size, [])
  expect(drawing.ids.toSorted()).toEqual(['n0', 'n1', 'n2', 'n3', 'n4'])
  expect(drawing.isComplete).toBe(false)
  finish(drawing, 1)
  expect(drawing.ids.length).toBeGreaterThan(5)
  expect(drawing.ids.length).toBeLessThan(30)
})

it('does nothing while the view stays within the drawn area', () => {
  const { drawing, at } = openDrawing()
  expect(drawing.covers(at(1), size)).toBe(false)
  drawing.cover(at(1), size, [])
  expect(drawing.covers(at(1, 200), size)).toBe(true)
  expect(drawing.covers(at(1, 2_000), size)).toBe(false)
})

it('removes far nodes, but not the focused one', () => {
  const { drawing, at } = openDrawing()
  drawing.cover(at(1), size, [])
  drawing.cover(at(1, 20_000), size, ['n0'])
  expect(drawing.isDrawn('n0')).toBe(true)
  expect(drawing.isDrawn('n1')).toBe(false)
})

it('simplifies nodes when zoomed out, but existing ones only after the zoom settles', () => {
  const { drawing, at } = openDrawing()
  drawing.cover(at(1), size, [])
  drawing.cover(at(0.25), size, [])
  expect(drawing.isSimplified('n0')).toBe(false)
  expect(drawing.isSimplified('n15')).toBe(true)
  drawing.refine(0.25)
  finish(drawing, 0.25)
  expect(drawing.isSimplified('n0')).toBe(true)
})

it('only sketches nodes that come into view in a fast move, and draws them whole when the view rests', () => {
  const { drawing, at } = openDrawing()
  drawing.cover(at(1), size, [])
  drawing.noticeSpeed(at(1))
  drawing.noticeSpeed(at(1, 400))
  drawing.cover(at(1, 400), size, [])
  finish(drawing, 1)
  expect(drawing.isSketched('n0')).toBe(false)
  expect(drawing.ids.filter((id) => drawing.isSketched(id)).length).toBeGreaterThan(5)
  expect(drawing.rest(at(1, 400))).toBe(true)
  finish(drawing, 1)
  expect(drawing.ids.filter((id) => drawing.isSketched(id))).toEqual([])
})

it('draws nodes whole while the view moves slowly', () => {
  const { drawing, at } = openDrawing()
  drawing.noticeSpeed(at(1))
  for (let down = 0; down < 600; down += 10) {
    drawing.noticeSpeed(at(1, down))
    drawing.cover(at(1, down), size, [])
    finish(drawing, 1)
    expect(drawing.ids.filter((id) => drawing.isSketched(id))).toEqual([])
  }
  expect(drawing.rest(at(1, 600))).toBe(false)
})

it('draws nodes whole after a jump that rests before its frame', () => {
  const { drawing, at } = openDrawing()
  drawing.noticeSpeed(at(1))
  drawing.rest(at(1, 2_000))
  drawing.noticeSpeed(at(1, 2_000))
  drawing.cover(at(1, 2_000), size, [])
  finish(drawing, 1)
  expect(drawing.ids.filter((id) => drawing.isSketched(id))).toEqual([])
})

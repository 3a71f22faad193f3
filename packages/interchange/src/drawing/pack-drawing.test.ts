import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Drawing } from './drawing.ts'
import { packDrawing, unpackDrawing } from './pack-drawing.ts'

const number = fc.double()
const text = fc.string({ unit: 'binary' })
const point = fc.record({ x: number, y: number })
const curve = fc.record({ control1: point, control2: point, to: point })
const line = fc.record({
  text,
  x: number,
  baseline: number,
  width: number,
  size: number,
  isBold: fc.boolean(),
  isStruck: fc.boolean(),
  colour: text,
})
const drawing: fc.Arbitrary<Drawing> = fc.record({
  title: text,
  width: number,
  height: number,
  background: text,
  links: fc.array(
    fc.record({ from: point, curves: fc.array(curve), stroke: text, strokeWidth: number, isDashed: fc.boolean() }),
  ),
  boxes: fc.array(
    fc.record({
      left: number,
      top: number,
      width: number,
      height: number,
      radius: number,
      fill: text,
      stroke: text,
      strokeWidth: number,
      lines: fc.array(line),
      marks: fc.array(fc.record({ left: number, top: number, path: text, fill: text })),
    }),
  ),
})

it('returns every drawing unchanged after it was packed and sent in a message', () => {
  fc.assert(
    fc.property(drawing, (given) => {
      const packed = packDrawing(given)
      expect(unpackDrawing(structuredClone(packed, { transfer: [packed.numbers.buffer] }))).toEqual(given)
    }),
  )
})

it('fills in what a drawing may leave out', () => {
  const link = { from: { x: 1, y: 2 }, curves: [], stroke: '#808080', strokeWidth: 1 }
  const place = { left: 1, top: 2, width: 3, height: 4, radius: 5 }
  const title = { text: 'Garden', x: 1, baseline: 2, width: 3, size: 14, colour: '#000000' }
  const box = { ...place, fill: '#ffffff', stroke: '#000000', strokeWidth: 1, lines: [title] }
  const given = { title: 'Plan', width: 10, height: 20, background: '#ffffff', links: [link], boxes: [box] }
  expect(unpackDrawing(packDrawing(given))).toEqual({
    ...given,
    links: [{ ...link, isDashed: false }],
    boxes: [{ ...box, lines: [{ ...title, isBold: false, isStruck: false }], marks: [] }],
  })
})

it('refuses a packed drawing that is incomplete', () => {
  const { numbers, texts } = packDrawing({ title: '', width: 1, height: 1, background: '', links: [], boxes: [] })
  expect(() => unpackDrawing({ numbers: numbers.slice(0, -1), texts })).toThrow('a packed drawing ends too early')
})

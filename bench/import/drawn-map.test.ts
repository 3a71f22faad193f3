import { writePdf, writeSvg, type Drawing } from '@espalier/interchange'
import { expect, it } from 'vitest'
import { readPdf, readSvg, withoutBlanks } from './drawn-map.ts'

const boxStyle = { fill: '#ffffff', stroke: '#6f6d5c', strokeWidth: 1, radius: 8 }
const line = (text: string) => ({ text, x: 50, baseline: 60, width: 80, size: 14, colour: '#1f2a22' })
const drawing: Drawing = {
  title: 'Garden',
  width: 300,
  height: 200,
  background: '#fffefa',
  links: [],
  boxes: [
    { ...boxStyle, left: 40, top: 40, width: 200, height: 50, lines: [line('Pears & plums'), line('by the wall')] },
    { ...boxStyle, left: 48, top: 58, width: 12, height: 12, lines: [] },
  ],
}

it('finds every box of an SVG with its title and no status marks', () => {
  const map = readSvg(writeSvg(drawing))
  expect(map).toMatchObject({ width: 300, height: 200, boxes: [{ left: 40, top: 40, width: 200, height: 50 }] })
  expect(map.titles).toEqual([withoutBlanks('Pears & plums by the wall')])
})

it('finds the same texts in a PDF and no pictures', () => {
  expect(readPdf(Buffer.from(writePdf(drawing)))).toEqual({ lines: readSvg(writeSvg(drawing)).lines, pictures: 0 })
})

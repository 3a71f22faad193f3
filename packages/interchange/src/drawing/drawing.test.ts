import { unzlibSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import type { DrawnText, Drawing } from './drawing.ts'
import { writePdf } from './pdf.ts'
import { writeSvg } from './svg.ts'

const line = (text: string): DrawnText => ({ text, x: 10, baseline: 30, width: 60, size: 14, colour: '#102030' })

const drawing = (texts: readonly string[], more: Partial<Drawing> = {}): Drawing => ({
  title: 'A <map> & more',
  width: 300,
  height: 200,
  background: '#ffffff',
  links: [
    {
      from: { x: 1, y: 2 },
      curves: [{ control1: { x: 3, y: 4 }, control2: { x: 5, y: 6 }, to: { x: 7.123, y: 8 } }],
      stroke: '#808080',
      strokeWidth: 2,
      isDashed: true,
    },
  ],
  boxes: [
    {
      left: 5,
      top: 10,
      width: 200,
      height: 50,
      radius: 8,
      fill: '#fffabb',
      stroke: '#cccccc',
      strokeWidth: 1,
      lines: texts.map(line),
    },
  ],
  ...more,
})

describe('drawing as SVG', () => {
  it('writes a well-formed document with every text as text', () => {
    const hostile = ['<script>alert(1)</script>', ']]>', '"a" & b', '\u05e9\u05dc\u05d5\u05dd \u{1F333}']
    const texts: string[] = []
    const names = new Set<string>()
    const parser = new SaxesParser({})
    parser.on('opentag', ({ name }) => names.add(name))
    parser.on('text', (text) => texts.push(text))
    parser.on('error', (error) => {
      throw error
    })
    parser.write(writeSvg(drawing(hostile))).close()
    expect([...names].toSorted()).toEqual(['path', 'rect', 'svg', 'text', 'title'])
    expect(texts.filter((text) => text.trim() !== '')).toEqual(['A <map> & more', ...hostile])
  })

  it('accepts only colors as colors and only numbers as numbers', () => {
    const svg = writeSvg(drawing([], { background: '"/><script/>', width: Number.NaN, height: 1e-9 }))
    expect(svg).toContain('fill="#000000"')
    expect(svg).toContain('viewBox="0 0 0 0"')
    expect(svg).not.toContain('script')
  })

  it('draws the mark of a box at its place, and nothing of a path that is no outline', () => {
    const [box] = drawing(['a']).boxes
    const mark = { left: 12, top: 20.5, path: 'M0 7L2.4 5.1Z"/><script>', fill: '#1f2a22' }
    const boxes = box && [{ ...box, marks: [mark] }]
    const svg = writeSvg(drawing([], { boxes: boxes ?? [] }))
    expect(svg).toContain('<path transform="translate(12 20.5)" d="M0 7L2.4 5.1Z" fill="#1f2a22"/><text')
    expect(svg).not.toContain('script')
  })

  it('puts links below boxes', () => {
    const svg = writeSvg(drawing(['a']))
    expect(svg).toContain(
      '<path d="M1 2C3 4 5 6 7.12 8" fill="none" stroke="#808080" stroke-width="2" stroke-dasharray="4 4"/>',
    )
    expect(svg.indexOf('<path')).toBeLessThan(svg.indexOf('rx="8"'))
  })
})

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** Returns the decompressed streams of a PDF. */
function readPdfStreams(pdf: Uint8Array): readonly string[] {
  const text = latin(pdf)
  return Array.from(text.matchAll(/\/Length (\d+) >>\nstream\n/gu), ({ 0: head, 1: length, index }) => {
    const start = index + head.length
    return latin(unzlibSync(pdf.slice(start, start + Number(length))))
  })
}

describe('drawing as PDF', () => {
  it('writes an object table that points at every object', () => {
    const pdf = writePdf(drawing(['a']))
    const text = latin(pdf)
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/u.exec(text)?.[1])
    expect(text.slice(start, start + 4)).toBe('xref')
    const rows = Array.from(text.slice(start).matchAll(/^(\d{10}) 00000 n $/gmu), ([, offset]) => Number(offset))
    expect(rows).toHaveLength(6)
    for (const [index, offset] of rows.entries())
      expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`, 'u'))
  })

  it('writes Western text as text in its measured width', () => {
    const [page = ''] = readPdfStreams(writePdf(drawing(['Caf\u00e9 \u2013 5 \u20ac'])))
    expect(page).toContain('<436166e9209620352080> Tj')
    expect(page).toMatch(/ Tz 1 0 0 -1 10 30 Tm/u)
  })

  it('draws the mark of a box as a filled outline', () => {
    const [box] = drawing(['a']).boxes
    const mark = { left: 12, top: 20.5, path: 'M0 7C0 3.13 3.13 0 7 0L2.4 5.1Z', fill: '#000000' }
    const [page = ''] = readPdfStreams(
      writePdf(drawing([], { boxes: box === undefined ? [] : [{ ...box, marks: [mark] }] })),
    )
    expect(page).toContain('q 1 0 0 1 12 20.5 cm 0.0000 0.0000 0.0000 rg 0 7 m 0 3.13 3.13 0 7 0 c 2.4 5.1 l h f Q')
  })

  it('asks for a bitmap of every other text, and of no more', () => {
    const asked: string[] = []
    const paintText = ({ text }: DrawnText) => {
      asked.push(text)
      const coverage = new Uint8Array([0, 255])
      return { width: 2, height: 1, coverage, left: 10, top: 20, drawnWidth: 60, drawnHeight: 14 }
    }
    const pdf = writePdf(drawing(['plain', '\u6728']), { paintText })
    expect(asked).toEqual(['\u6728'])
    expect(readPdfStreams(pdf)).toHaveLength(3)
    expect(latin(pdf)).toMatch(/\/XObject << \/P(\d+) \1 0 R >>/u)
  })

  it('shows question marks when no painter is given', () => {
    expect(readPdfStreams(writePdf(drawing(['\u6728a'])))[0]).toContain('<3f61> Tj')
  })

  it('scales a map of any size to a page that viewers open', () => {
    const text = latin(writePdf(drawing(['a'], { width: 40_000, height: 10_000 })))
    expect(text).toContain('/MediaBox [0 0 13333.33 3333.33] /UserUnit 3')
  })
})

import { unzlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { Drawing, DrawnBox } from './drawing.ts'
import { type PageTexts, writePagedPdf } from './paged-pdf.ts'
import { findCuts, planPages } from './pdf-pages.ts'

const texts: PageTexts = {
  date: 'May 1, 2026',
  legend: [
    { status: 'todo', text: 'To do' },
    { status: 'done', text: 'Done' },
  ],
  formatPage: (page, pages, place) => `${page}/${pages} ${place ?? 'alone'}`,
}

const box = (left: number, top: number): DrawnBox => ({
  left,
  top,
  width: 200,
  height: 50,
  radius: 8,
  fill: '#fffabb',
  stroke: '#000000',
  strokeWidth: 1,
  lines: [],
})

/** A map of columns and rows of boxes, 70 and 10 pixels apart. */
function drawing(columns: number, rows: number): Drawing {
  const boxes = Array.from({ length: columns * rows }, (_, at) =>
    box(40 + (at % columns) * 270, 40 + Math.floor(at / columns) * 60),
  )
  return { title: 'Plan', width: columns * 270 + 10, height: rows * 60 + 70, background: '#ffffff', links: [], boxes }
}

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

function readStreams(pdf: Uint8Array): readonly string[] {
  const text = latin(pdf)
  return Array.from(text.matchAll(/\/Length (\d+) >>\nstream\n/gu), ({ 0: head, 1: length, index }) => {
    const start = index + head.length
    return latin(unzlibSync(pdf.slice(start, start + Number(length))))
  })
}

const hex = (text: string): string => `<${Buffer.from(text, 'latin1').toString('hex')}>`

describe('plan of pages', () => {
  it('puts a small map on one page, turned as it fits best', () => {
    const wide = planPages(drawing(4, 4), 'a4')
    expect([wide.tiles.length, wide.width > wide.height]).toEqual([1, true])
    const high = planPages(drawing(2, 16), 'letter')
    expect([high.tiles.length, high.width, high.height]).toEqual([1, 612, 792])
    expect(planPages(drawing(1, 1), 'a4').scale).toBe(0.75)
  })

  it('distributes a large map over pages without cutting a box', () => {
    const map = drawing(10, 60)
    const { tiles, scale } = planPages(map, 'a4')
    expect(tiles.length).toBeGreaterThan(4)
    expect(scale).toBeGreaterThanOrEqual(0.5)
    const contains = (box: DrawnBox) =>
      tiles.some(
        ({ left, top, width, height }) =>
          box.left >= left &&
          box.top >= top &&
          box.left + box.width <= left + width &&
          box.top + box.height <= top + height,
      )
    expect(map.boxes.filter((one) => !contains(one))).toEqual([])
  })

  it('prints no page without a part of the map', () => {
    const map = { ...drawing(1, 1), width: 9_000, height: 9_000, boxes: [box(40, 40), box(8_700, 8_900)] }
    expect(planPages(map, 'a4').tiles).toHaveLength(2)
  })

  it('draws a huge map smaller before it needs hundreds of pages', () => {
    expect(planPages(drawing(40, 600), 'a4').scale).toBeLessThan(0.5)
  })

  it('cuts where the fewest boxes are crossed, and at the end of the page where all are the same', () => {
    expect(
      findCuts(250, 100, [
        [0, 90],
        [95, 180],
      ]),
    ).toEqual([0, 95, 195, 250])
    expect(findCuts(100, 100, [])).toEqual([0, 100])
  })
})

describe('map on paper', () => {
  it('writes the title, the date, the legend and the number on every page', () => {
    const pdf = writePagedPdf(drawing(10, 60), { paper: 'letter', texts })
    const streams = readStreams(pdf)
    const pages = streams.filter((stream) => stream.includes('/Map Do'))
    const count = Number(/\/Count (\d+)/u.exec(latin(pdf))?.[1])
    expect(pages).toHaveLength(count)
    for (const [index, page] of pages.entries()) {
      for (const text of ['Plan', 'May 1, 2026', 'To do', 'Done']) expect(page).toContain(hex(text))
      expect(page).toContain(hex(`${index + 1}/${count} `).slice(0, -1))
    }
    expect(pages[0]).toContain(hex(`1/${count} A1`))
    expect(latin(pdf).match(/\/MediaBox \[0 0 (?:792 612|612 792)\]/gu)).toHaveLength(count)
  })

  it('writes the map itself once', () => {
    const pdf = latin(writePagedPdf(drawing(10, 60), { paper: 'a4', texts }))
    expect(pdf.match(/\/Subtype \/Form/gu)).toHaveLength(1)
  })

  it('shortens a title that is wider than the page', () => {
    const pdf = writePagedPdf({ ...drawing(1, 1), title: 'word '.repeat(100) }, { paper: 'a4', texts })
    const page = readStreams(pdf).find((stream) => stream.includes('/Map Do')) ?? ''
    expect(page).not.toContain(hex('word '.repeat(100).trim()))
    expect(page).toContain(hex('word word'.slice(0, 9)).slice(0, -1))
    expect(page).toContain('85> Tj')
  })

  it('writes an object table that points at every object', () => {
    const pdf = writePagedPdf(drawing(3, 3), { paper: 'a4', texts })
    const text = latin(pdf)
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/u.exec(text)?.[1])
    const rows = Array.from(text.slice(start).matchAll(/^(\d{10}) 00000 n $/gmu), ([, offset]) => Number(offset))
    for (const [index, offset] of rows.entries())
      expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`, 'u'))
  })
})

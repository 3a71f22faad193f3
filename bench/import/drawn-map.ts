import { inflateSync } from 'node:zlib'

export interface MapBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A map as a vector file contains it. */
export interface DrawnMap {
  readonly width: number
  readonly height: number
  readonly boxes: readonly MapBox[]
  /** The title in each box without blanks, because line breaks do not matter. */
  readonly titles: readonly string[]
  /** Every line of text. */
  readonly lines: readonly string[]
}

const boxLine = /^<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" rx/u
const sizeOf = /^<svg [^>]*width="([\d.]+)" height="([\d.]+)"/u
const textIn = /<text [^>]*>([^<]*)<\/text>/gu
/** Status marks are smaller. */
const narrowest = 50

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string): string => text.replace(/&(\w+);/gu, (_, name: string) => entities[name] ?? '?')

/** One line of the file is one box with its text. */
export function readSvg(svg: string): DrawnMap {
  const [, width = '0', height = '0'] = sizeOf.exec(svg) ?? []
  const found = svg.split('\n').flatMap((line) => {
    const [left = 0, top = 0, wide = 0, high = 0] = boxLine.exec(line)?.slice(1).map(Number) ?? []
    if (wide < narrowest) return []
    const lines = Array.from(line.matchAll(textIn), ([, text = '']) => plain(text))
    return [{ box: { left, top, width: wide, height: high }, lines }]
  })
  return {
    width: Number(width),
    height: Number(height),
    boxes: found.map(({ box }) => box),
    titles: found.map(({ lines }) => withoutBlanks(lines.join(''))),
    lines: found.flatMap(({ lines }) => lines),
  }
}

export const withoutBlanks = (text: string): string => text.replace(/\s+/gu, '')

export interface PdfTexts {
  readonly lines: readonly string[]
  /** Pictures of texts for which no viewer has a font, or of the whole map: nothing that stays sharp. */
  readonly pictures: number
}

/** Reads the texts that a PDF shows as text. */
export function readPdf(pdf: Buffer): PdfTexts {
  const latin = pdf.toString('latin1')
  const streams = Array.from(latin.matchAll(/\/Length (\d+) >>\nstream\n/gu), ({ 0: head, 1: length, index }) =>
    inflateSync(pdf.subarray(index + head.length, index + head.length + Number(length))).toString('latin1'),
  )
  const lines = streams.flatMap((content) =>
    Array.from(content.matchAll(/<([\da-f]*)> Tj/gu), ([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')),
  )
  return { lines, pictures: latin.split('/Subtype /Image').length - 1 }
}

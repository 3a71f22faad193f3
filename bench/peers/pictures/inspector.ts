// Shows a picture of a map like a viewer and reads it pixel by pixel.
import { getDocument, GlobalWorkerOptions, type PdfPage } from 'pdfjs-dist'
import type { CloseUp, PictureInspector, MapPicture, WholePicture } from '../../import/inspector-page.ts'
import type { MapBox } from '../../import/drawn-map.ts'

GlobalWorkerOptions.workerSrc = '/pdf.worker.mjs'

interface Area extends MapBox {
  /** The screen pixels per unit of the drawing. */
  readonly scale: number
}

const getAddress = ({ format }: MapPicture) => `/map.${format}`

function canvasFor({ width, height, scale }: Area): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(width * scale))
  canvas.height = Math.max(1, Math.floor(height * scale))
  return canvas
}

function getPen(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('there is no canvas')
  return pen
}

/** Zooms like a viewer: another part of the same drawing, larger or smaller. */
async function paintSvg(picture: MapPicture, area: Area): Promise<HTMLCanvasElement> {
  const canvas = canvasFor(area)
  const text = await (await fetch(getAddress(picture))).text()
  // Not rounded to whole pixels, or it would be shrunk to keep its shape.
  const view = `width="${area.width * area.scale}" height="${area.height * area.scale}" viewBox="${area.left} ${area.top} ${area.width} ${area.height}"`
  const zoomed = text.replace(/width="[\d.]+" height="[\d.]+" viewBox="[^"]*"/u, view)
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([zoomed], { type: 'image/svg+xml' }))
  await image.decode()
  getPen(canvas).drawImage(image, 0, 0)
  URL.revokeObjectURL(image.src)
  return canvas
}

async function paintPng(picture: MapPicture): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(await (await fetch(getAddress(picture))).blob())
  const canvas = canvasFor({ left: 0, top: 0, width: bitmap.width, height: bitmap.height, scale: 1 })
  getPen(canvas).drawImage(bitmap, 0, 0)
  return canvas
}

let page: Promise<PdfPage> | null = null

async function firstPage(picture: MapPicture): Promise<PdfPage> {
  const file = await getDocument({ url: getAddress(picture) }).promise
  if (file.numPages !== 1) throw new Error(`the map is on ${file.numPages} pages`)
  return file.getPage(1)
}

async function paintPdf(picture: MapPicture, area: Area): Promise<HTMLCanvasElement> {
  page ??= firstPage(picture)
  const sheet = await page
  const { width, height } = sheet.getViewport({ scale: 1 })
  // Uses the longer side, because a page's size is written in hundredths of a large unit.
  const scale = (area.scale * Math.max(picture.width, picture.height)) / Math.max(width, height)
  const canvas = canvasFor(area)
  const viewport = sheet.getViewport({ scale, offsetX: -area.left * area.scale, offsetY: -area.top * area.scale })
  await sheet.render({ canvas, viewport }).promise
  return canvas
}

const paint = { svg: paintSvg, png: paintPng, pdf: paintPdf }
const likeness = 40

/** Tells whether a pixel differs clearly from a color. */
const differs = (values: Uint8ClampedArray, at: number, [red, green, blue]: readonly number[]): boolean =>
  Math.abs((values[at] ?? 0) - (red ?? 0)) +
    Math.abs((values[at + 1] ?? 0) - (green ?? 0)) +
    Math.abs((values[at + 2] ?? 0) - (blue ?? 0)) >
  likeness / 4

/** Reads in strips, because all at once would fill the memory. */
function* strips(canvas: HTMLCanvasElement): Generator<{ from: number; high: number; values: Uint8ClampedArray }> {
  const pen = getPen(canvas)
  for (let from = 0; from < canvas.height; from += 1_024) {
    const high = Math.min(1_024, canvas.height - from)
    yield { from, high, values: pen.getImageData(0, from, canvas.width, high).data }
  }
}

function whole(canvas: HTMLCanvasElement, { boxes, ...map }: MapPicture): WholePicture {
  const { width, height } = canvas
  // Uses the longer side, because sides are rounded to whole pixels, which matters for the shorter one.
  const scale = Math.max(width, height) / Math.max(map.width, map.height)
  const drawn = { left: width, top: height, right: -1, bottom: -1 }
  const ground = [...getPen(canvas).getImageData(0, 0, 1, 1).data]
  const rows = boxes.map((box) => ({ box, y: Math.floor((box.top + box.height / 2) * scale) }))
  let seen = 0
  for (const { from, high, values } of strips(canvas)) {
    for (let at = 0; at < values.length; at += 4) {
      if (!differs(values, at, ground)) continue
      const [x, y] = [(at / 4) % width, from + Math.floor(at / 4 / width)]
      drawn.left = Math.min(drawn.left, x)
      drawn.right = Math.max(drawn.right, x)
      drawn.top = Math.min(drawn.top, y)
      drawn.bottom = Math.max(drawn.bottom, y)
    }
    for (const { box, y } of rows) {
      if (y < from || y >= from + high) continue
      const [first, end] = [Math.ceil(box.left * scale), Math.floor((box.left + box.width) * scale)]
      // One pixel is not enough: the edge of a letter may have the color of the background by chance.
      let filled = 0
      for (let x = first; x < end; x += 1) if (differs(values, ((y - from) * width + x) * 4, ground)) filled += 1
      if (filled * 2 > end - first) seen += 1
    }
  }
  return { width, height, scale, drawn, seen }
}

const closeScale = 4
const around = 12

/** Letters are dark on the light fill of most boxes, and light on the dark fill of a root. */
const letterContrast = 400

/** Counts the pixels from the background to the line around a box, and those of its letters. */
function closeUp(canvas: HTMLCanvasElement, box: MapBox): CloseUp {
  const { width, height } = canvas
  const { data: values } = getPen(canvas).getImageData(0, 0, width, height)
  const lightness = (x: number, y: number): number => {
    const at = (y * width + x) * 4
    return (values[at] ?? 0) + (values[at + 1] ?? 0) + (values[at + 2] ?? 0)
  }
  const column = Math.floor((around + box.width * 0.8) * closeScale)
  const from = lightness(column, 2)
  // Scans down across the upper edge, where no link arrives.
  const downwards = Array.from({ length: around * 2 * closeScale }, (_, y) => from - lightness(column, y))
  const deepest = Math.max(...downwards)
  const first = downwards.findIndex((depth) => depth > deepest * 0.1)
  const full = downwards.findIndex((depth) => depth > deepest * 0.9)
  const fill = lightness(column, (around + 4) * closeScale)
  let letters = 0
  for (let y = around * closeScale; y < height - around * closeScale; y += 1)
    for (let x = around * closeScale; x < width - around * closeScale; x += 1)
      if (Math.abs(lightness(x, y) - fill) > letterContrast) letters += 1
  return { edgePx: deepest < 60 ? Number.NaN : full - first, letters }
}

const inspector: PictureInspector = {
  async whole(picture, scale) {
    const area = { left: 0, top: 0, width: picture.width, height: picture.height, scale }
    return whole(await paint[picture.format](picture, area), picture)
  },
  async closeUp(picture, box) {
    const area = {
      left: box.left - around,
      top: box.top - around,
      width: box.width + 2 * around,
      height: box.height + 2 * around,
      scale: closeScale,
    }
    return closeUp(await paint[picture.format](picture, area), box)
  },
}

window.inspector = inspector

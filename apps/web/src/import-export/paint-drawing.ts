import {
  type Drawing,
  type DrawnBox,
  type DrawnLink,
  type DrawnMark,
  type DrawnText,
  rememberResults,
  type TextBitmap,
} from '@espalier/interchange'

type CanvasContext = OffscreenCanvasRenderingContext2D

/** Paints a whole map on one canvas. */
export function paintDrawing(drawing: Drawing, scale: number, fontFamily: string): OffscreenCanvas {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.floor(drawing.width * scale)),
    Math.max(1, Math.floor(drawing.height * scale)),
  )
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no 2D canvas context is available')
  context.scale(scale, scale)
  context.fillStyle = drawing.background
  context.fillRect(0, 0, drawing.width, drawing.height)
  for (const link of drawing.links) paintLink(context, link)
  for (const box of drawing.boxes) paintBox(context, box, { scale, fontFamily })
  return canvas
}

interface PaintOptions {
  readonly scale: number
  readonly fontFamily: string
}

/** No mark is higher than the ring of progress. */
const highestMarkPx = 24
/** Letters of fewer pixels cannot be told apart. */
const smallestLettersPx = 1.5

function paintLink(context: CanvasContext, { from, curves, stroke, strokeWidth, isDashed = false }: DrawnLink): void {
  context.beginPath()
  context.moveTo(from.x, from.y)
  for (const { control1, control2, to } of curves) {
    context.bezierCurveTo(control1.x, control1.y, control2.x, control2.y, to.x, to.y)
  }
  context.strokeStyle = stroke
  context.lineWidth = strokeWidth
  context.setLineDash(isDashed ? [4, 4] : [])
  context.stroke()
}

function paintBox(context: CanvasContext, box: DrawnBox, { scale, fontFamily }: PaintOptions): void {
  context.beginPath()
  context.roundRect(box.left, box.top, box.width, box.height, box.radius)
  context.fillStyle = box.fill
  context.fill()
  if (box.strokeWidth > 0) {
    context.strokeStyle = box.stroke
    context.lineWidth = box.strokeWidth
    context.setLineDash([])
    context.stroke()
  }
  if (highestMarkPx * scale >= 1) for (const mark of box.marks ?? []) paintMark(context, mark)
  for (const line of box.lines) {
    if (line.size * scale >= smallestLettersPx) paintTextLine(context, line, fontFamily)
    else paintTextBar(context, line)
  }
}

const createOutline = rememberResults((path: string): Path2D => new Path2D(path))

function paintMark(context: CanvasContext, { left, top, path, fill }: DrawnMark): void {
  context.translate(left, top)
  context.fillStyle = fill
  context.fill(createOutline(path))
  context.translate(-left, -top)
}

const formatCssFont = ({ size, isBold = false }: DrawnText, fontFamily: string): string =>
  `${isBold ? 'bold ' : ''}${size}px ${fontFamily}`

function paintTextLine(context: CanvasContext, line: DrawnText, fontFamily: string): void {
  context.font = formatCssFont(line, fontFamily)
  context.fillStyle = line.colour
  context.textBaseline = 'alphabetic'
  context.fillText(line.text, line.x, line.baseline)
}

/** The share of a line's height that its letters cover, and how strong they look from afar. */
const letters = { height: 0.5, strength: 0.45 } as const

/** Paints a text that is too small to read as the gray bar that its letters would look like. */
function paintTextBar(context: CanvasContext, { x, baseline, width, size, colour }: DrawnText): void {
  context.globalAlpha = letters.strength
  context.fillStyle = colour
  context.fillRect(x, baseline - size * letters.height, width, size * letters.height)
  context.globalAlpha = 1
}

/** The pixels per unit of the drawing, so that a text bitmap is still sharp in print. */
const pixelDensity = 4

/** Paints single texts for a PDF whose fonts lack their glyphs. */
export function createTextPainter(fontFamily: string): (line: DrawnText) => TextBitmap | null {
  return (line) => {
    const left = Math.floor(line.x) - 2
    const top = Math.floor(line.baseline - line.size * 1.2)
    const drawnWidth = Math.ceil(line.width) + 6
    const drawnHeight = Math.ceil(line.size * 1.6)
    const canvas = new OffscreenCanvas(drawnWidth * pixelDensity, drawnHeight * pixelDensity)
    const context = canvas.getContext('2d')
    if (context === null) return null
    context.scale(pixelDensity, pixelDensity)
    context.translate(-left, -top)
    paintTextLine(context, { ...line, colour: '#000000' }, fontFamily)
    const { width, height } = canvas
    const { data: pixels } = context.getImageData(0, 0, width, height)
    const coverage = new Uint8Array(width * height)
    for (let at = 0; at < coverage.length; at += 1) coverage[at] = pixels[at * 4 + 3] ?? 0
    return { width, height, coverage, left, top, drawnWidth, drawnHeight }
  }
}

import { escapeAttribute, escapeText } from '../xml/write-xml.ts'
import { type DrawnBox, type DrawnLink, type DrawnText, type Drawing, safeColour, written } from './drawing.ts'

const font = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'

/** A picture that stands alone: no script, no style sheet, nothing that is fetched. */
export function writeSvg(drawing: Drawing): string {
  const [width, height] = [written(drawing.width), written(drawing.height)]
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${escapeAttribute(font)}">`,
    `<title>${escapeText(drawing.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${safeColour(drawing.background)}"/>`,
    ...drawing.links.map(linkOf),
    ...drawing.boxes.map(boxOf),
    '</svg>',
    '',
  ].join('\n')
}

function linkOf({ from, curves, stroke, strokeWidth, isDashed = false }: DrawnLink): string {
  const steps = curves.map(({ control1, control2, to }) => `C${[control1, control2, to].map(pointOf).join(' ')}`)
  const dashes = isDashed ? ' stroke-dasharray="4 4"' : ''
  const line = `stroke="${safeColour(stroke)}" stroke-width="${written(strokeWidth)}"${dashes}`
  return `<path d="M${pointOf(from)}${steps.join('')}" fill="none" ${line}/>`
}

const pointOf = ({ x, y }: { x: number; y: number }): string => `${written(x)} ${written(y)}`

function boxOf(box: DrawnBox): string {
  const place = `x="${written(box.left)}" y="${written(box.top)}" width="${written(box.width)}" height="${written(box.height)}"`
  const line = `stroke="${safeColour(box.stroke)}" stroke-width="${written(box.strokeWidth)}"`
  const shape = `<rect ${place} rx="${written(box.radius)}" fill="${safeColour(box.fill)}" ${line}/>`
  return [shape, ...box.lines.flatMap(textOf)].join('')
}

function textOf(line: DrawnText): readonly string[] {
  if (line.text.trim() === '') return []
  const bold = line.isBold === true ? ' font-weight="bold"' : ''
  const struck = line.isStruck === true ? ' text-decoration="line-through"' : ''
  const fit = line.width > 0 ? ` textLength="${written(line.width)}" lengthAdjust="spacingAndGlyphs"` : ''
  const place = `x="${written(line.x)}" y="${written(line.baseline)}" font-size="${written(line.size)}"`
  return [`<text ${place}${bold}${struck}${fit} fill="${safeColour(line.colour)}">${escapeText(line.text)}</text>`]
}

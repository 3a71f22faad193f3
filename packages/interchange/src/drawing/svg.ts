import { escapeXmlAttribute, escapeXmlText } from '../markup/xml.ts'
import {
  type Drawing,
  type DrawnBox,
  type DrawnLink,
  type DrawnMark,
  type DrawnText,
  formatDecimal,
  parseMarkPath,
  rememberResults,
  toSafeColor,
} from './drawing.ts'

const font = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'

/** Writes a standalone picture: no script, no style sheet, nothing that is fetched. */
export function writeSvg(drawing: Drawing): string {
  const [width, height] = [formatDecimal(drawing.width), formatDecimal(drawing.height)]
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${escapeXmlAttribute(font)}">`,
    `<title>${escapeXmlText(drawing.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${toSafeColor(drawing.background)}"/>`,
    ...drawing.links.map(writeLinkPath),
    ...drawing.boxes.map(writeBox),
    '</svg>',
    '',
  ].join('\n')
}

function writeLinkPath({ from, curves, stroke, strokeWidth, isDashed = false }: DrawnLink): string {
  const steps = curves.map(({ control1, control2, to }) => `C${[control1, control2, to].map(formatPoint).join(' ')}`)
  const dashes = isDashed ? ' stroke-dasharray="4 4"' : ''
  const line = `stroke="${toSafeColor(stroke)}" stroke-width="${formatDecimal(strokeWidth)}"${dashes}`
  return `<path d="M${formatPoint(from)}${steps.join('')}" fill="none" ${line}/>`
}

const formatPoint = ({ x, y }: { x: number; y: number }): string => `${formatDecimal(x)} ${formatDecimal(y)}`

function writeBox(box: DrawnBox): string {
  const attributes = `x="${formatDecimal(box.left)}" y="${formatDecimal(box.top)}" width="${formatDecimal(box.width)}" height="${formatDecimal(box.height)}"`
  const line = `stroke="${toSafeColor(box.stroke)}" stroke-width="${formatDecimal(box.strokeWidth)}"`
  const shape = `<rect ${attributes} rx="${formatDecimal(box.radius)}" fill="${toSafeColor(box.fill)}" ${line}/>`
  return [shape, ...(box.marks ?? []).map(writeMark), ...box.lines.flatMap(writeTextLine)].join('')
}

const writeMarkPath = rememberResults((path: string) =>
  parseMarkPath(path)
    .map(({ command, numbers }) => `${command}${numbers.map(formatDecimal).join(' ')}`)
    .join(''),
)

const writeMark = ({ left, top, path, fill }: DrawnMark): string =>
  `<path transform="translate(${formatPoint({ x: left, y: top })})" d="${writeMarkPath(path)}" fill="${toSafeColor(fill)}"/>`

function writeTextLine(line: DrawnText): readonly string[] {
  if (line.text.trim() === '') return []
  const bold = line.isBold === true ? ' font-weight="bold"' : ''
  const struck = line.isStruck === true ? ' text-decoration="line-through"' : ''
  const fit = line.width > 0 ? ` textLength="${formatDecimal(line.width)}" lengthAdjust="spacingAndGlyphs"` : ''
  const attributes = `x="${formatDecimal(line.x)}" y="${formatDecimal(line.baseline)}" font-size="${formatDecimal(line.size)}"`
  return [
    `<text ${attributes}${bold}${struck}${fit} fill="${toSafeColor(line.colour)}">${escapeXmlText(line.text)}</text>`,
  ]
}

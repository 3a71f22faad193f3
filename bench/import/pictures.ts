import type { Page } from 'playwright-core'
import type { BenchOptions } from '../bench.ts'
import type { Project } from '../canvas/product.ts'
import { inOrder, type Figure } from '../figure.ts'
import { count } from '../report.ts'
import { type DrawnMap, type MapBox, readPdf, readSvg, withoutBlanks } from './drawn-map.ts'
import { type Exported, exportFile } from './export-file.ts'
import {
  type CloseUp,
  type InspectorPage,
  type MapPicture,
  type PictureFormat,
  type WholePicture,
} from './inspector-page.ts'

const longestSide = 16_384
/** At four times the size a vector line begins within two pixels; one that was painted smaller takes four and more. */
const sharpEdgePx = 2
const fewestLetterPixels = 50

interface Seen {
  readonly format: PictureFormat
  readonly file: Exported
  readonly whole: WholePicture
  readonly closeUps: readonly CloseUp[]
}

/** Exports a large project as SVG, PNG and PDF from the product's page and checks it pixel by pixel in a viewer. */
export async function pictures(
  page: Page,
  viewer: Page,
  inspectorPage: InspectorPage,
  project: Project,
  log: BenchOptions['log'],
): Promise<Figure[]> {
  const files = new Map<PictureFormat, Exported>()
  for (const format of ['svg', 'png', 'pdf'] as const) {
    const file = await exportFile(page, format)
    files.set(format, file)
    inspectorPage.files.set(`/map.${format}`, file.bytes)
    log(`${format} out in ${file.ms.toFixed(0)} ms`)
  }
  const map = readSvg(files.get('svg')?.bytes.toString('utf8') ?? '')
  await viewer.goto(inspectorPage.url)
  await viewer.waitForFunction(() => 'inspector' in window)
  const scale = longestSide / Math.max(map.width, map.height)
  const seen: Seen[] = []
  for (const [format, file] of files) {
    seen.push({ format, file, ...(await lookAt(viewer, { ...map, format }, scale)) })
    log(`${format} checked`)
  }
  return seen.map((one) => toFigure(one, map, project))
}

async function lookAt(viewer: Page, { format, width, height, boxes }: MapPicture, scale: number) {
  const picture = { format, width, height, boxes }
  const whole = await viewer.evaluate(([one, wanted]) => window.inspector.whole(one, wanted), [picture, scale] as const)
  const closeUps: CloseUp[] = []
  for (const box of format === 'png' ? [] : outermost(boxes))
    closeUps.push(
      await viewer.evaluate(([one, near]) => window.inspector.closeUp(one, near), [
        { ...picture, boxes: [] },
        box,
      ] as const),
    )
  return { whole, closeUps }
}

const edges: readonly ((box: MapBox) => number)[] = [
  ({ left }) => -left,
  ({ top }) => -top,
  ({ left, width }) => left + width,
  ({ top, height }) => top + height,
]

/** Returns the boxes that a cropped picture would lack first: one at each edge. */
const outermost = (boxes: readonly MapBox[]): MapBox[] => [
  ...new Set(
    edges.flatMap((edge) => boxes.reduce((one, other) => (edge(other) > edge(one) ? other : one), nowhere(boxes))),
  ),
]

function nowhere([first]: readonly MapBox[]): MapBox {
  if (first === undefined) throw new Error('the map is empty')
  return first
}

/** Describes what is wrong with a picture; empty when it is whole. */
function listFaults({ format, file, whole, closeUps }: Seen, map: DrawnMap, project: Project): string[] {
  const { nodes } = project.map
  const [width, height] = [whole.width, whole.height].map(count)
  const statesScale = file.scaleText?.startsWith(`The picture is ${width} x ${height} pixels, at a scale of `) === true
  const titles = inOrderOfText(nodes.map(({ title }) => withoutBlanks(title)))
  const pdf = format === 'pdf' ? readPdf(file.bytes) : null
  const faults: readonly (readonly [boolean, string])[] = [
    [map.boxes.length !== nodes.length, `${count(map.boxes.length)} boxes`],
    [titles !== inOrderOfText(map.titles), 'titles are missing'],
    [whole.seen !== nodes.length, `${count(whole.seen)} boxes are seen`],
    [!isWithin(whole, map), 'it is cropped'],
    [format === 'png' && Math.max(whole.width, whole.height) > longestSide, `${width} x ${height} pixels`],
    [format === 'png' && !statesScale, 'the dialog does not say the scale'],
    [closeUps.some(({ edgePx }) => !(edgePx <= sharpEdgePx)), 'edges are not sharp'],
    [closeUps.some(({ letters }) => letters < fewestLetterPixels), 'letters are not seen'],
    [pdf !== null && pdf.pictures > 0, `${pdf?.pictures} pictures in it`],
    [pdf !== null && inOrderOfText(pdf.lines) !== inOrderOfText(map.lines), 'other texts than the SVG'],
  ]
  return faults.flatMap(([isWrong, fault]) => (isWrong ? [fault] : []))
}

const inOrderOfText = (texts: readonly string[]): string => texts.toSorted().join('\n')

/** Checks that the drawing ends with the outermost boxes, and these end before the picture does. */
function isWithin({ width, height, scale, drawn }: WholePicture, map: DrawnMap): boolean {
  const [left, top, right, bottom] = edges.map((edge) => (inOrder(map.boxes.map(edge)).at(-1) ?? Number.NaN) * scale)
  const pairs = [
    [-drawn.left, left, 0],
    [-drawn.top, top, 0],
    [drawn.right, right, width],
    [drawn.bottom, bottom, height],
  ] as const
  return pairs.every(([pixel, edge = Number.NaN, most]) => Math.abs(pixel - edge) <= 2 && edge <= most)
}

function toFigure(seen: Seen, map: DrawnMap, project: Project): Figure {
  const { format, file, whole, closeUps } = seen
  const faults = listFaults(seen, map, project)
  const size =
    format === 'png'
      ? `${count(whole.width)} x ${count(whole.height)} px, ${(whole.scale * 100).toFixed(1)}%`
      : `edges of ${Math.max(...closeUps.map(({ edgePx }) => edgePx))} px at 4 times the size`
  const found = `${(file.ms / 1000).toFixed(1)} s, ${count(whole.seen)} boxes seen, ${size}`
  return {
    name: `${format.toUpperCase()} of ${count(project.map.nodes.length)} nodes, shown and looked at pixel by pixel`,
    measured: faults.length > 0 ? `${found}: ${faults.join(', ')}` : found,
    limit: format === 'png' ? `whole, at most ${count(longestSide)} px a side, the scale said` : 'whole, and sharp',
    holds: faults.length === 0,
    isHighlight: format === 'pdf',
  }
}

import { getInitials } from '@espalier/domain'
import type { DrawnMark, DrawnText } from '@espalier/interchange'
import type { TextRuler } from '../map/measure/text-ruler.ts'
import type { Face } from '../map/chips/chip-details.ts'
import { chipFont } from '../map/chips/chip-context.ts'
import { type Chip, chipPx } from '../map/chips/chip-row.ts'
import { mixColors } from '../map/theme/node-colors.ts'
import type { PictureColors } from './picture-colors.ts'

/** Below the top of a row, whose content is in the lower part of it. */
const rowMiddlePx = 10
const baselinePx = 4
const pillHeightPx = 14
const initialsPx = 7
const urgentPx = 10
/** How strong the ink of missing bars and of faces is. */
const shares = { missing: 0.3, face: 0.2 } as const

/** The colors that a row of chips is drawn with. */
interface ChipInks {
  readonly ink: string
  readonly fill: string
  readonly overdue: PictureColors['overdue']
}

/** A row of chips and its left top corner. */
interface PlacedRow {
  readonly chips: readonly Chip[]
  readonly left: number
  readonly top: number
}

interface DrawnChips {
  readonly marks: DrawnMark[]
  readonly texts: DrawnText[]
}

/** Draws a row of chips like the map. A picture shows initials instead of portraits. */
export function drawChipRow(
  { chips, left, top }: PlacedRow,
  getFace: (id: string) => Face,
  inks: ChipInks,
  ruler: TextRuler,
): DrawnChips {
  const drawn: DrawnChips = { marks: [], texts: [] }
  const middle = top + rowMiddlePx
  let x = left
  for (const chip of chips) {
    drawChip(drawn, chip, { x, middle, inks, ruler, getFace })
    x += chip.widthPx + chipPx.gap
  }
  return drawn
}

interface ChipPlace {
  readonly x: number
  readonly middle: number
  readonly inks: ChipInks
  readonly ruler: TextRuler
  readonly getFace: (id: string) => Face
}

function drawChip(drawn: DrawnChips, chip: Chip, place: ChipPlace): void {
  const { x, middle, inks, ruler } = place
  const write = (text: string, at: number, colour: string): void => {
    if (text === '') return
    const width = ruler.measureWidth(text)
    drawn.texts.push({ text, x: at, baseline: middle + baselinePx, width, size: chipFont.sizePx, colour })
  }
  switch (chip.kind) {
    case 'priority':
      drawPriority(drawn, chip.priority, place)
      return
    case 'people':
      chip.ids.forEach((id, at) => drawFace(drawn, place.getFace(id), { ...place, x: x + at * chipPx.faceStep }))
      write(chip.more, x + chip.ids.length * chipPx.faceStep + chipPx.face - chipPx.faceStep + 2, inks.ink)
      return
    case 'tags':
      chip.tags.forEach(({ colour }, at) =>
        drawn.marks.push(placeDisc(x + at * chipPx.dotStep, middle, chipPx.dot, colour)),
      )
      write(chip.more, x + chip.tags.length * chipPx.dotStep, inks.ink)
      return
    case 'text':
      write(chip.text, x, inks.ink)
      return
    case 'overdue':
      drawn.marks.push(placeBar(x, middle - pillHeightPx / 2, chip.widthPx, pillHeightPx, inks.overdue.fill))
      write(chip.text, x + chipPx.pill, inks.overdue.ink)
      return
    case 'warning':
      drawn.marks.push(
        placeBar(x, middle - pillHeightPx / 2, chip.widthPx, pillHeightPx, inks.ink),
        placeBar(x + 1, middle - pillHeightPx / 2 + 1, chip.widthPx - 2, pillHeightPx - 2, inks.fill),
      )
      write(chip.text, x + chipPx.pill, inks.ink)
  }
}

const barHeightsPx = [5, 8, 11] as const
const barCounts = { none: 0, low: 1, medium: 2, high: 3, urgent: 3 } as const

function drawPriority(drawn: DrawnChips, priority: keyof typeof barCounts, { x, middle, inks }: ChipPlace): void {
  const size = chipPx.mark
  if (priority === 'urgent') {
    drawn.marks.push(placeBar(x, middle - size / 2, size, size, inks.overdue.fill))
    drawn.texts.push({
      text: '!',
      x: x + size / 2 - 1.5,
      baseline: middle + baselinePx,
      width: 3,
      size: urgentPx,
      isBold: true,
      colour: inks.overdue.ink,
    })
    return
  }
  const missing = mixColors(inks.ink, shares.missing, inks.fill)
  barHeightsPx.forEach((height, at) => {
    const fill = at < barCounts[priority] ? inks.ink : missing
    drawn.marks.push(placeBar(x + 1 + at * 3.75, middle + size / 2 - height, 2.5, height, fill))
  })
}

function drawFace(drawn: DrawnChips, face: Face, { x, middle, inks }: ChipPlace): void {
  const size = chipPx.face
  // An edge in the color of the box tells overlapping faces apart.
  drawn.marks.push(placeDisc(x - 1, middle, size + 2, inks.fill))
  if (face.kind === 'former') {
    drawn.marks.push(placeDisc(x, middle, size, inks.ink), placeDisc(x + 1.5, middle, size - 3, inks.fill))
    return
  }
  drawn.marks.push(placeDisc(x, middle, size, mixColors(inks.ink, shares.face, inks.fill)))
  const text = getInitials(face.kind === 'known' ? face.name : '')
  const width = text.length * initialsPx * 0.65
  drawn.texts.push({
    text,
    x: x + (size - width) / 2,
    baseline: middle + initialsPx * 0.36,
    width,
    size: initialsPx,
    isBold: true,
    colour: inks.ink,
  })
}

const placeBar = (left: number, top: number, width: number, height: number, fill: string): DrawnMark => ({
  left,
  top,
  path: `M0 0L${width} 0L${width} ${height}L0 ${height}Z`,
  fill,
})

/** The distance of a circle's control points from the points between them, for a radius of 1. */
const roundness = 0.5523

function placeDisc(left: number, middle: number, size: number, fill: string): DrawnMark {
  const r = size / 2
  const [near, far] = [r - r * roundness, r + r * roundness]
  const path =
    `M0 ${r}C0 ${near} ${near} 0 ${r} 0C${far} 0 ${size} ${near} ${size} ${r}` +
    `C${size} ${far} ${far} ${size} ${r} ${size}C${near} ${size} 0 ${far} 0 ${r}Z`
  return { left, top: middle - r, path, fill }
}

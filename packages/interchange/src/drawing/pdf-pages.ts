import type { Drawing } from './drawing.ts'

export const paperSizes = ['a4', 'letter'] as const
export type PaperSize = (typeof paperSizes)[number]

/** The short and the long side of each paper, in points. */
const paperPt: Readonly<Record<PaperSize, readonly [number, number]>> = { a4: [595.28, 841.89], letter: [612, 792] }

/** The frame that every page has around its part of the map. */
export const pageFrame = { margin: 36, header: 30, footer: 26 } as const

/** A part of the map in its own coordinates, and its row and column among all parts. */
export interface PageTile {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly row: number
  readonly column: number
}

export interface PagePlan {
  readonly width: number
  readonly height: number
  /** The size of a pixel of the map in points. */
  readonly scale: number
  readonly tiles: readonly PageTile[]
}

/** A map that fits one page is as large as on a screen, or as small as it can still be read. */
const readableScales = { largest: 0.75, smallest: 0.5 } as const
/** A map that would need more pages is drawn smaller, because nobody prints so many. */
const maxPages = 200
const smallestScale = 0.3

/** Distributes a map over pages of this paper, upright or sideways, whichever needs fewer pages. */
export function planPages(drawing: Drawing, paper: PaperSize): PagePlan {
  const [short, long] = paperPt[paper]
  const plans = [planSheet(drawing, long, short), planSheet(drawing, short, long)]
  return plans.reduce((best, plan) => (isBetterPlan(plan, best) ? plan : best))
}

const isBetterPlan = (plan: PagePlan, best: PagePlan): boolean =>
  plan.tiles.length < best.tiles.length || (plan.tiles.length === best.tiles.length && plan.scale > best.scale)

function planSheet(drawing: Drawing, width: number, height: number): PagePlan {
  const area = {
    width: width - 2 * pageFrame.margin,
    height: height - 2 * pageFrame.margin - pageFrame.header - pageFrame.footer,
  }
  const fitting = Math.min(readableScales.largest, area.width / drawing.width, area.height / drawing.height)
  // PDF numbers are written with two digits.
  const fitted = Math.floor(fitting * 100) / 100
  if (fitted >= readableScales.smallest) {
    const whole = { left: 0, top: 0, width: drawing.width, height: drawing.height, row: 0, column: 0 }
    return { width, height, scale: fitted, tiles: [whole] }
  }
  const planAtScale = (scale: number): PagePlan => ({ width, height, scale, tiles: cutTiles(drawing, area, scale) })
  const readable = planAtScale(readableScales.smallest)
  return readable.tiles.length <= maxPages ? readable : planAtScale(smallestScale)
}

interface Area {
  readonly width: number
  readonly height: number
}

function cutTiles(drawing: Drawing, area: Area, scale: number): readonly PageTile[] {
  const { boxes } = drawing
  const columns = findCuts(
    drawing.width,
    area.width / scale,
    boxes.map(({ left, width }) => [left, left + width]),
  )
  const rows = findCuts(
    drawing.height,
    area.height / scale,
    boxes.map(({ top, height }) => [top, top + height]),
  )
  const used = findUsedTiles(drawing, columns, rows)
  return rows.slice(0, -1).flatMap((top, row) =>
    columns.slice(0, -1).flatMap((left, column) => {
      const [right = left, bottom = top] = [columns[column + 1], rows[row + 1]]
      const tile = { left, top, width: right - left, height: bottom - top, row, column }
      return used.has(formatTileKey(row, column)) ? [tile] : []
    }),
  )
}

/** A cut may be this much before the end of a page. */
const searchedShare = 0.3

/** Returns the edges of pages along one side. Each is where it crosses the fewest boxes, so that few are cut in two. */
export function findCuts(
  length: number,
  pageLength: number,
  spans: readonly (readonly [number, number])[],
): readonly number[] {
  const crossed = countCrossings(length, spans)
  const cuts = [0]
  let start = 0
  while (length - start > pageLength) {
    const farthest = Math.floor(start + pageLength)
    const nearest = Math.floor(start + pageLength * (1 - searchedShare))
    let best = farthest
    for (let at = farthest; at >= nearest; at -= 1) if ((crossed[at] ?? 0) < (crossed[best] ?? 0)) best = at
    cuts.push(best)
    start = best
  }
  return [...cuts, length]
}

/** Counts the spans that contain each whole position in their inside. */
function countCrossings(length: number, spans: readonly (readonly [number, number])[]): Int32Array {
  const changes = new Int32Array(Math.max(0, Math.ceil(length)) + 2)
  for (const [from, to] of spans) {
    const [first, last] = [Math.floor(from) + 1, Math.ceil(to)]
    if (last <= first) continue
    changes[Math.max(0, first)] = (changes[Math.max(0, first)] ?? 0) + 1
    changes[Math.min(changes.length - 1, last)] = (changes[Math.min(changes.length - 1, last)] ?? 0) - 1
  }
  for (let at = 1; at < changes.length; at += 1) changes[at] = (changes[at] ?? 0) + (changes[at - 1] ?? 0)
  return changes
}

const formatTileKey = (row: number, column: number): string => `${row} ${column}`

/** Returns the tiles with a box or a part of a link on them. Empty pages are not printed. */
function findUsedTiles(
  { boxes, links }: Drawing,
  columns: readonly number[],
  rows: readonly number[],
): ReadonlySet<string> {
  const used = new Set<string>()
  const mark = (left: number, top: number, right: number, bottom: number): void => {
    const [firstColumn, lastColumn] = [findTile(columns, left), findTile(columns, right)]
    const [firstRow, lastRow] = [findTile(rows, top), findTile(rows, bottom)]
    for (let row = firstRow; row <= lastRow; row += 1)
      for (let column = firstColumn; column <= lastColumn; column += 1) used.add(formatTileKey(row, column))
  }
  for (const { left, top, width, height } of boxes) mark(left, top, left + width, top + height)
  for (const { from, curves } of links) {
    let at = from
    for (const { to } of curves) {
      mark(Math.min(at.x, to.x), Math.min(at.y, to.y), Math.max(at.x, to.x), Math.max(at.y, to.y))
      at = to
    }
  }
  return used
}

/** Returns the index of the part that contains a position, by binary search. */
function findTile(cuts: readonly number[], position: number): number {
  let [low, high] = [0, Math.max(0, cuts.length - 2)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((cuts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

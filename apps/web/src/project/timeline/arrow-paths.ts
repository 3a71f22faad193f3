/** The end of one bar and the start of another, in pixels. */
export interface ArrowEnds {
  readonly fromX: number
  readonly fromY: number
  readonly toX: number
  readonly toY: number
}

const turnPx = 8
const headPx = { length: 7, halfWidth: 4 } as const

const round = (value: number): number => Math.round(value * 10) / 10

/**
 * Returns the line of an arrow from the end of a bar to the start of another one in other rows. Where there is no room
 * between them, it goes back between the rows.
 */
export function drawArrowLine({ fromX, fromY, toX, toY }: ArrowEnds, rowPx: number): string {
  const outX = round(fromX + turnPx)
  const inX = round(toX - turnPx)
  const start = `M${round(fromX)} ${round(fromY)}H${outX}`
  if (inX >= outX) return `${start}V${round(toY)}H${round(toX)}`
  const betweenY = round(toY - (Math.sign(toY - fromY) || 1) * (rowPx / 2))
  return `${start}V${betweenY}H${inX}V${round(toY)}H${round(toX)}`
}

/** Returns the head of the same arrow as a filled shape. */
export function drawArrowHead({ toX, toY }: ArrowEnds): string {
  const { length, halfWidth } = headPx
  return `M${round(toX)} ${round(toY)}l${-length} ${-halfWidth}v${halfWidth * 2}z`
}

/** Tells whether some part of an arrow is in a rectangle. */
export const isArrowIn = (
  { fromX, fromY, toX, toY }: ArrowEnds,
  area: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
): boolean =>
  Math.max(fromX, toX) + turnPx >= area.left &&
  Math.min(fromX, toX) - turnPx <= area.right &&
  Math.max(fromY, toY) >= area.top &&
  Math.min(fromY, toY) <= area.bottom

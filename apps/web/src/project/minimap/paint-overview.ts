import type { Boxes, Size } from '@espalier/layout'
import type { BranchColor } from '../map/theme/node-colors.ts'
import type { OverviewScale } from './overview-geometry.ts'

/** Colors as a picture stores its pixels. */
export type PixelColors = Readonly<Record<BranchColor, number>>

interface OverviewBoxes {
  readonly boxes: Boxes
  getColor(slot: number): BranchColor
}

/** Boxes between two looks at the clock. */
const boxesPerCheck = 256

/**
 * Fills the pixels of all boxes. It goes on as long as `hasTime` says, and yields to the page between; with ten thousand
 * boxes that is once or twice.
 */
export function* paintBoxes(
  pixels: Uint32Array,
  { width, height }: Size,
  { boxes, getColor }: OverviewBoxes,
  { origin, scale }: OverviewScale,
  colors: PixelColors,
  hasTime: () => boolean,
): Generator<void> {
  for (let slot = 0; slot < boxes.slotCount; slot += 1) {
    if (slot % boxesPerCheck === boxesPerCheck - 1 && !hasTime()) yield
    const left = ((boxes.left[slot] as number) - origin.x) * scale
    // A slot without a box is infinitely far away.
    if (!(left < width)) continue
    const top = ((boxes.top[slot] as number) - origin.y) * scale
    const x = Math.max(0, Math.floor(left))
    const y = Math.max(0, Math.floor(top))
    // Every node is at least one pixel.
    const right = Math.min(width, Math.max(x + 1, Math.floor(left + (boxes.width[slot] as number) * scale)))
    const bottom = Math.min(height, Math.max(y + 1, Math.floor(top + (boxes.height[slot] as number) * scale)))
    const color = colors[getColor(slot)]
    for (let row = y; row < bottom; row += 1) pixels.fill(color, row * width + x, row * width + right)
  }
}

/** Lets the browser read any notation of a color, by painting one pixel of it. */
export function toPixel(context: CanvasRenderingContext2D, color: string): number {
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [pixel = 0] = new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)
  context.clearRect(0, 0, 1, 1)
  return pixel
}

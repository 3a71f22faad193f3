import { limits } from '@espalier/domain'
import { createCell, type WritableCell } from '../../../platform/cell.ts'
import { keptStorage } from '../../../platform/storage.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

const key = 'burnup-size'

export const smallestPx: Size = { width: 240, height: 140 }
export const largestPx: Size = { width: 2_400, height: 1_600 }

/** Where there is less room than the least, the least counts: the card scrolls then. */
const within = (value: number, least: number, most: number): number =>
  Math.round(Math.max(least, Math.min(most, value)))

export const fitted = ({ width, height }: Size, largest: Size = largestPx): Size => ({
  width: within(width, smallestPx.width, largest.width),
  height: within(height, smallestPx.height, largest.height),
})

/** How large the chart was left on this device. */
export function keptSize(): WritableCell<Size> {
  const cell = createCell<Size>(readSize())
  return {
    ...cell,
    set(next) {
      const size = fitted(next)
      cell.set(size)
      keptStorage.write(key, `${size.width}x${size.height}`)
    },
  }
}

function readSize(): Size {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/u.exec(keptStorage.read(key) ?? '') ?? []
  return width === undefined || height === undefined
    ? limits.burnupSizePx
    : fitted({ width: Number(width), height: Number(height) })
}

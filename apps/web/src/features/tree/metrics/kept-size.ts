import { limits } from '@espalier/domain'
import { createCell, type WritableCell } from '../../../platform/cell.ts'
import { deviceStorage } from '../../../platform/storage.ts'

export interface ChartSize {
  readonly width: number
  readonly height: number
}

const storageKey = 'burnup-size'

export const minChartSize: ChartSize = { width: 240, height: 140 }
export const maxChartSize: ChartSize = { width: 2_400, height: 1_600 }

/** Where there is less room than the least, the least counts: the card scrolls then. */
const clampRounded = (value: number, least: number, most: number): number =>
  Math.round(Math.max(least, Math.min(most, value)))

export const fitChartSize = ({ width, height }: ChartSize, largest: ChartSize = maxChartSize): ChartSize => ({
  width: clampRounded(width, minChartSize.width, largest.width),
  height: clampRounded(height, minChartSize.height, largest.height),
})

/** How large the chart was left on this device. */
export function createStoredChartSize(): WritableCell<ChartSize> {
  const cell = createCell<ChartSize>(readStoredSize())
  return {
    ...cell,
    set(next) {
      const size = fitChartSize(next)
      cell.set(size)
      deviceStorage.write(storageKey, `${size.width}x${size.height}`)
    },
  }
}

function readStoredSize(): ChartSize {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/u.exec(deviceStorage.read(storageKey) ?? '') ?? []
  return width === undefined || height === undefined
    ? limits.burnupSizePx
    : fitChartSize({ width: Number(width), height: Number(height) })
}

import { limits } from '@espalier/domain'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { createCell, type WritableCell } from '../../platform/cell.ts'
import { deviceStorage } from '../../platform/storage.ts'
import { burnupTexts as texts } from '../../texts/burnup.ts'
import styles from './Burnup.module.css'

export interface ChartSize {
  readonly width: number
  readonly height: number
}

const storageKey = 'burnup-size'

const minChartSize: ChartSize = { width: 240, height: 140 }
const maxChartSize: ChartSize = { width: 2_400, height: 1_600 }

/** If there is less room than the minimum, the minimum counts and the card scrolls. */
const clampRounded = (value: number, least: number, most: number): number =>
  Math.round(Math.max(least, Math.min(most, value)))

export const fitChartSize = ({ width, height }: ChartSize, largest: ChartSize = maxChartSize): ChartSize => ({
  width: clampRounded(width, minChartSize.width, largest.width),
  height: clampRounded(height, minChartSize.height, largest.height),
})

/** The size of the chart stored on this device. */
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

/** The card's own space around the chart without its position: a margin, its padding, its header and its texts. */
const cardChromePx: ChartSize = { width: 38, height: 162 }

/** Returns the largest size the chart may have. */
export function useAvailableSize(card: RefObject<HTMLElement | null>): ChartSize {
  const [room, setRoom] = useState<ChartSize>(maxChartSize)
  useEffect(() => {
    const ground = card.current?.offsetParent
    if (ground == null || typeof ResizeObserver === 'undefined') return undefined
    const sizes = new ResizeObserver(() => {
      const { offsetLeft = 0, offsetTop = 0, offsetHeight = 0 } = card.current ?? {}
      const belowPx = ground.clientHeight - offsetTop - offsetHeight
      setRoom({
        width: ground.clientWidth - offsetLeft - cardChromePx.width,
        height: ground.clientHeight - belowPx - cardChromePx.height,
      })
    })
    sizes.observe(ground)
    return () => sizes.disconnect()
  }, [card])
  return room
}

interface ResizeHandleProps {
  readonly size: ChartSize
  readonly onResize: (size: ChartSize) => void
}

const resizeStepPx = limits.gridSpacingPx

const resizeSteps: Readonly<Record<string, ChartSize>> = {
  ArrowRight: { width: resizeStepPx, height: 0 },
  ArrowLeft: { width: -resizeStepPx, height: 0 },
  ArrowUp: { width: 0, height: resizeStepPx },
  ArrowDown: { width: 0, height: -resizeStepPx },
}

/** The handle at the upper right corner of the chart, for pointer and arrow keys. */
export function ResizeHandle({ size, onResize }: ResizeHandleProps) {
  const grip = useRef<{ readonly x: number; readonly y: number; readonly size: ChartSize } | null>(null)
  const press = (event: KeyboardEvent) => {
    const by = resizeSteps[event.key]
    if (by !== undefined) onResize({ width: size.width + by.width, height: size.height + by.height })
    else if (event.key === 'Home') onResize(limits.burnupSizePx)
    else return
    event.preventDefault()
  }
  const startResize = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    grip.current = { x: event.clientX, y: event.clientY, size }
  }
  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (grip.current === null) return
    const { x, y, size: start } = grip.current
    onResize({ width: start.width + clientX - x, height: start.height + y - clientY })
  }
  const drop = () => (grip.current = null)
  return (
    // A focusable separator is a control, which the rule does not know.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <hr
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={texts.resize}
      aria-orientation="vertical"
      aria-valuenow={size.width}
      aria-valuemin={minChartSize.width}
      aria-valuemax={maxChartSize.width}
      aria-valuetext={texts.size(size.width, size.height)}
      title={texts.resizeHint}
      className={styles.handle}
      onKeyDown={press}
      onPointerDown={startResize}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    />
  )
}

import { limits } from '@espalier/domain'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import styles from './Burnup.module.css'
import { maxChartSize, type ChartSize, minChartSize } from './kept-size.ts'

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

/** The upper right corner of the chart, which the hand drags and the arrow keys move. */
export function ResizeHandle({ size, onResize }: ResizeHandleProps) {
  const grip = useRef<{ readonly x: number; readonly y: number; readonly size: ChartSize } | null>(null)
  const press = (event: KeyboardEvent) => {
    const by = resizeSteps[event.key]
    if (by !== undefined) onResize({ width: size.width + by.width, height: size.height + by.height })
    else if (event.key === 'Home') onResize(limits.burnupSizePx)
    else return
    event.preventDefault()
  }
  const take = (event: PointerEvent<HTMLElement>) => {
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
    // A separator that takes the focus is a control, which the rule does not know.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <hr
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Resize burn-up"
      aria-orientation="vertical"
      aria-valuenow={size.width}
      aria-valuemin={minChartSize.width}
      aria-valuemax={maxChartSize.width}
      aria-valuetext={`${size.width} by ${size.height} pixels`}
      title="Drag to resize, or use the arrow keys"
      className={styles.handle}
      onKeyDown={press}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    />
  )
}

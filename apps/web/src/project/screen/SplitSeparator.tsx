/* oxlint-disable jsx-a11y/prefer-tag-over-role -- A rule cannot be moved. */
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import { deviceStorage } from '../../platform/storage.ts'
import { splitTexts as texts } from '../../texts/whole-plan.ts'
import styles from './SplitView.module.css'

/** The width of the second view in percent. */
const percents = { min: 25, max: 75, first: 50, step: 5 } as const
const storageKey = 'split-percent'

export const limitPercent = (percent: number): number =>
  Number.isFinite(percent) ? Math.round(Math.max(percents.min, Math.min(percents.max, percent))) : percents.first

interface SplitShare {
  readonly percent: number
  set(percent: number): void
}

/** The share of the second view, which is remembered on this device. */
export function useSplitShare(place: HTMLElement): SplitShare {
  const [percent, setPercent] = useState(() =>
    limitPercent(Number.parseFloat(deviceStorage.read(storageKey) ?? String(percents.first))),
  )
  useEffect(() => {
    place.style.setProperty('--split', `${percent}%`)
  }, [place, percent])
  return {
    percent,
    set(next) {
      setPercent(limitPercent(next))
      deviceStorage.write(storageKey, String(limitPercent(next)))
    },
  }
}

interface SplitSeparatorProps {
  readonly share: SplitShare
  /** The id of the second view. */
  readonly controls: string
}

/** The line between the two views: dragged, or moved by the arrow keys. */
export function SplitSeparator({ share, controls }: SplitSeparatorProps) {
  const { percent } = share
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const stage = event.currentTarget.parentElement?.parentElement?.getBoundingClientRect()
    const pane = event.currentTarget.parentElement?.getBoundingClientRect()
    if (stage === undefined || pane === undefined || stage.width === 0) return
    share.set((100 * (pane.right - event.clientX)) / stage.width)
  }
  const press = (event: KeyboardEvent) => {
    const next = findKeyPercent(event.key, percent)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    share.set(next)
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.width}
      aria-controls={controls}
      aria-valuemin={percents.min}
      aria-valuemax={percents.max}
      aria-valuenow={percent}
      tabIndex={0}
      className={styles.separator}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={drag}
      onDoubleClick={() => share.set(percents.first)}
    />
  )
}

/** Returns the share that a key leads to; null: it is none of the separator's. The line moves where the arrow points. */
export function findKeyPercent(key: string, percent: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return limitPercent(percent + percents.step)
    case 'ArrowRight':
    case 'ArrowDown':
      return limitPercent(percent - percents.step)
    case 'Home':
      return percents.max
    case 'End':
      return percents.min
    default:
      return null
  }
}

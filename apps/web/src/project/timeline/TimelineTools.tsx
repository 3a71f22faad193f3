/* oxlint-disable jsx-a11y/prefer-tag-over-role -- A rule between paragraphs cannot be moved. */
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { KeyboardEvent } from 'react'
import { useCell } from '../../platform/cell.ts'
import { timelineTexts as texts } from '../../texts/timeline.ts'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import type { TimelineController } from './timeline-controller.ts'
import { limitTitlePx } from './timeline-gestures.ts'
import { stepZoom } from './time-scale.ts'
import styles from './Timeline.module.css'

interface TimelineToolsProps {
  readonly timeline: TimelineController
  readonly titlePx: number
}

/** The scale, and the way back to today. */
export function TimelineTools({ timeline, titlePx }: TimelineToolsProps) {
  const level = useCell(timeline.settings, (settings) => settings.level)
  return (
    <>
      <fieldset className={styles.tools} aria-label={texts.tools}>
        <ToolButton
          label={texts.zoomOut}
          Icon={Minus}
          isDisabled={stepZoom(level, 1) === level}
          onClick={() => timeline.zoomTo(stepZoom(level, 1))}
        />
        <output className={styles.level}>{texts.levels[level]}</output>
        <ToolButton
          label={texts.zoomIn}
          Icon={Plus}
          isDisabled={stepZoom(level, -1) === level}
          onClick={() => timeline.zoomTo(stepZoom(level, -1))}
        />
        <button type="button" className={styles.word} onClick={() => timeline.scrollToDay(timeline.today.get())}>
          {texts.today}
        </button>
      </fieldset>
      <div
        className={styles.sizer}
        role="separator"
        tabIndex={0}
        aria-label={texts.titleColumn}
        aria-orientation="vertical"
        aria-valuenow={titlePx}
        data-sizer=""
        onKeyDown={(event) => sizeByKey(timeline, event, titlePx)}
      />
    </>
  )
}

const sizeSteps: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -16, ArrowRight: 16 }

function sizeByKey(timeline: TimelineController, event: KeyboardEvent, titlePx: number): void {
  const by = sizeSteps[event.key]
  if (by === undefined) return
  event.preventDefault()
  timeline.change({ titlePx: limitTitlePx(titlePx + by, window.innerWidth) })
}

import type { CSSProperties } from 'react'
import type { Cell } from '../../../platform/cell.ts'
import { useCell } from '../../../platform/cell.ts'
import type { FormatsHere } from '../../../ui/rich-text/marks.ts'
import { isMarked, type TitleMark, titleMarks } from '../../../ui/rich-text/title-marks.tsx'
import { ToolRow } from '../../../ui/rich-text/ToolRow.tsx'
import styles from './TitleEditor.module.css'

interface TitleToolsProps {
  readonly zoom: Cell<number>
  readonly here: FormatsHere
  onFormat(mark: TitleMark): void
  onPrepare(): void
}

/** Above the box, of one size at every zoom. */
export function TitleTools({ zoom, here, onFormat, onPrepare }: TitleToolsProps) {
  const scale = 1 / useCell(zoom)
  const tools = titleMarks.map((mark, place) => ({
    label: mark.label,
    face: mark.face,
    isPressed: isMarked(mark, here),
    isAfterGap: mark.format !== titleMarks[place - 1]?.format && place > 0,
    press: () => onFormat(mark),
  }))
  return (
    <div
      className={styles.tools}
      style={{ '--scale': scale } as CSSProperties}
      onPointerEnter={onPrepare}
      onFocus={onPrepare}
    >
      <ToolRow label="Title formatting" tools={tools} />
    </div>
  )
}

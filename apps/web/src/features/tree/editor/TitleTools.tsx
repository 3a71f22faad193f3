import type { NodeId } from '@espalier/domain'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCell } from '../../../platform/cell.ts'
import type { FormatsHere } from '../../../ui/rich-text/marks.ts'
import { isMarked, type TitleMark, titleMarks } from '../../../ui/rich-text/title-marks.tsx'
import { ToolRow } from '../../../ui/rich-text/ToolRow.tsx'
import type { Stage } from '../workbench/workbench.ts'
import { useLegibleSize } from './legible-size.ts'
import styles from './TitleEditor.module.css'

interface TitleToolsProps {
  readonly place: RefObject<HTMLDivElement | null>
  /** The text that they format. */
  readonly editor: RefObject<HTMLElement | null>
  readonly stage: Stage
  readonly nodeId: NodeId
  readonly here: FormatsHere
  onFormat(mark: TitleMark): void
  onPrepare(): void
}

/** At the edge of the canvas: beside the box they would lie over its neighbours. */
export function TitleTools({ place, editor, stage, nodeId, here, onFormat, onPrepare }: TitleToolsProps) {
  const [isBelow, setBelow] = useState(false)
  useLegibleSize(editor, useCell(stage.zoom))
  useLayoutEffect(() => {
    const [box, tools] = [stage.screenRectOf(nodeId), place.current?.getBoundingClientRect()]
    if (box !== null && tools !== undefined) setBelow(box.top < tools.bottom && isBeside(box, tools))
  }, [stage, nodeId, place])
  const tools = titleMarks.map((mark, at) => ({
    label: mark.label,
    face: mark.face,
    isPressed: isMarked(mark, here),
    isAfterGap: mark.format !== titleMarks[at - 1]?.format && at > 0,
    press: () => onFormat(mark),
  }))
  return createPortal(
    <div
      ref={place}
      className={styles.tools}
      data-below={isBelow || undefined}
      onPointerEnter={onPrepare}
      onFocus={onPrepare}
    >
      <ToolRow label="Title formatting" tools={tools} />
    </div>,
    document.querySelector('[data-canvas]')?.parentElement ?? document.body,
  )
}

interface Span {
  readonly left: number
  readonly width: number
}

const isBeside = (one: Span, other: Span): boolean =>
  one.left < other.left + other.width && other.left < one.left + one.width

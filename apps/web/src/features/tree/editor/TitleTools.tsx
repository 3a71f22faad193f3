import type { NodeId } from '@espalier/domain'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCell } from '../../../platform/cell.ts'
import type { ActiveFormats } from '../../../ui/rich-text/marks.ts'
import { isTitleFormatActive, type TitleTool, titleFormatTools } from '../../../ui/rich-text/title-marks.tsx'
import { ToolbarRow } from '../../../ui/rich-text/ToolRow.tsx'
import type { MapHandle } from '../workbench/workbench.ts'
import { useLegibleSize } from './legible-size.ts'
import styles from './TitleEditor.module.css'

interface TitleToolbarProps {
  readonly place: RefObject<HTMLDivElement | null>
  /** The text that they format. */
  readonly editor: RefObject<HTMLElement | null>
  readonly map: MapHandle
  readonly nodeId: NodeId
  readonly here: ActiveFormats
  onFormat(mark: TitleTool): void
  onPrepare(): void
}

/** At the edge of the canvas: beside the box they would lie over its neighbours. */
export function TitleToolbar({ place, editor, map, nodeId, here, onFormat, onPrepare }: TitleToolbarProps) {
  const [isBelow, setBelow] = useState(false)
  useLegibleSize(editor, useCell(map.zoom))
  useLayoutEffect(() => {
    const [box, tools] = [map.getScreenRect(nodeId), place.current?.getBoundingClientRect()]
    if (box !== null && tools !== undefined) setBelow(box.top < tools.bottom && overlapsHorizontally(box, tools))
  }, [map, nodeId, place])
  const tools = titleFormatTools.map((mark, at) => ({
    label: mark.label,
    face: mark.face,
    isPressed: isTitleFormatActive(mark, here),
    isAfterGap: mark.format !== titleFormatTools[at - 1]?.format && at > 0,
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
      <ToolbarRow label="Title formatting" tools={tools} />
    </div>,
    document.querySelector('[data-canvas]')?.parentElement ?? document.body,
  )
}

interface HorizontalSpan {
  readonly left: number
  readonly width: number
}

const overlapsHorizontally = (one: HorizontalSpan, other: HorizontalSpan): boolean =>
  one.left < other.left + other.width && other.left < one.left + one.width

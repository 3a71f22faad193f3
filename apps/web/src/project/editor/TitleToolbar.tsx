import type { NodeId } from '@espalier/domain'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useCell } from '../../platform/cell.ts'
import { titleFormatTexts } from '../../texts/rich-text.ts'
import type { ActiveFormats } from '../../ui/rich-text/EditorToolbar.tsx'
import { ToolbarRow } from '../../ui/rich-text/ToolbarRow.tsx'
import { isTitleFormatActive, titleFormatTools, type TitleTool } from '../../ui/rich-text/title-tools.tsx'
import type { MapHandle } from '../workspace/project-workspace.ts'
import styles from './TitleEditor.module.css'

interface TitleToolbarProps {
  readonly label: string
  readonly place: RefObject<HTMLDivElement | null>
  /** The text that the toolbar formats. */
  readonly editor: RefObject<HTMLElement | null>
  readonly map: MapHandle
  readonly nodeId: NodeId
  readonly here: ActiveFormats
  onFormat(mark: TitleTool): void
  onPrepare(): void
}

/** The toolbar is at the edge of the canvas, because beside the box it would cover its neighbors. */
export function TitleToolbar({ label, place, editor, map, nodeId, here, onFormat, onPrepare }: TitleToolbarProps) {
  const [isBelow, setBelow] = useState(false)
  useLegibleSize(editor, useCell(map.zoom))
  useLayoutEffect(() => {
    const [box, tools] = [map.getScreenRect(nodeId), place.current?.getBoundingClientRect()]
    if (box !== null && tools !== undefined) setBelow(box.top < tools.bottom && overlapsHorizontally(box, tools))
  }, [map, nodeId, place])
  const tools = titleFormatTools.map((mark, at) => ({
    label: titleFormatTexts[mark.name],
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
      <ToolbarRow label={label} tools={tools} />
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

/** Below this zoom a title is hard to read: 14 px become less than 11. */
const minLegibleZoom = 0.75
const marginPx = 8

function useLegibleSize(editor: RefObject<HTMLElement | null>, zoom: number): void {
  useLayoutEffect(() => {
    if (editor.current !== null) enlargeWhenZoomedOut(editor.current, zoom)
  }, [editor, zoom])
}

/**
 * When zoomed out, the text would be a few pixels high: the editor is drawn larger than its node and kept inside the
 * canvas.
 */
function enlargeWhenZoomedOut(editor: HTMLElement, zoom: number): void {
  const isFarOut = zoom < minLegibleZoom
  editor.style.transform = ''
  editor.toggleAttribute('data-enlarged', isFarOut)
  if (!isFarOut) return
  const { left, width } = editor.getBoundingClientRect()
  const canvas = editor.closest('[data-canvas]')?.getBoundingClientRect()
  const overhang = (width * (1 / zoom - 1)) / 2
  const outLeft = (canvas?.left ?? 0) + marginPx - (left - overhang)
  const outRight = left + width + overhang - ((canvas?.right ?? Infinity) - marginPx)
  const shift = Math.max(0, outLeft) - Math.max(0, outRight)
  editor.style.transform = `translateX(${shift / zoom}px) scale(${1 / zoom})`
}

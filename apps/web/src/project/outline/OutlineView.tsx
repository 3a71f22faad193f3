import { type NodeId, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import {
  type ClipboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useCell } from '../../platform/cell.ts'
import { mapTexts } from '../../texts/map.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { getTitleSession, unsavedTitles } from '../editor/title-session.ts'
import themeStyles from '../map/theme/map-theme.module.css'
import { useItemMarks } from '../plan-view/item-marks.ts'
import { RowFocus } from '../plan-view/row-stage.ts'
import { Announcement, useViewReady } from '../plan-view/view-frame.tsx'
import type { PlanViewProps } from '../workspace/create-workspace.ts'
import { standInForMap } from '../workspace/plan-stage.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { OutlineRowView } from './OutlineRowView.tsx'
import { getOutlineController, type OutlineController } from './outline-controller.ts'
import { listenToOutlineGestures } from './outline-gestures.ts'
import { handleRowKey } from './outline-keys.ts'
import { createOutlineStage } from './outline-stage.ts'
import { useRowWindow } from './use-row-window.ts'
import styles from './Outline.module.css'

/** The plan as rows of text, which is written like a document. Only the rows near the viewport are in the document. */
export function OutlineView({ workspace, loadPeople }: PlanViewProps) {
  const outline = getOutlineController(workspace, loadPeople)
  const title = useCell(workspace.client.project, (project) => project.title)
  const theme = useCell(workspace.mapTheme)
  const root = useRef<HTMLDivElement>(null)
  const focus = useOutlineStage(outline, root)
  useViewReady(workspace, root)
  useLayoutEffect(() => (root.current === null ? undefined : listenToOutlineGestures(outline, root.current)), [outline])
  return (
    <>
      <div
        ref={root}
        className={joinClasses(styles.outline, themeStyles.theme)}
        role="tree"
        tabIndex={-1}
        translate="no"
        aria-label={title || mapTexts.project}
        aria-multiselectable="true"
        data-view="outline"
        data-map-theme={theme}
        onKeyDown={(event) => handleRowKey(outline, event)}
        onClick={(event) => pressRow(outline, event)}
        onContextMenu={(event) => openMenu(outline, event)}
        onPasteCapture={(event) => pasteRows(outline, event)}
      >
        <Rows outline={outline} root={root} focus={focus} />
      </div>
      <Announcement of={outline.announcement} />
    </>
  )
}

interface RowsProps {
  readonly outline: OutlineController
  readonly root: RefObject<HTMLDivElement | null>
  readonly focus: RowFocus
}

function Rows({ outline, root, focus }: RowsProps) {
  const { workspace } = outline
  const { client } = workspace
  useCell(outline.version)
  const { ids, current } = useCell(workspace.selection)
  const editing = useCell(workspace.editing)
  const canEdit = useCell(client.canEdit)
  const unsaved = useCell(unsavedTitles)
  const marks = useItemMarks(workspace)
  const currentIndex = outline.currentIndex
  const editedIndex = editing === null ? -1 : outline.findIndex(editing.nodeId)
  const rowWindow = useRowWindow(outline, root, [currentIndex, editedIndex])
  useLayoutEffect(() => focus.resume())
  const tabStop = currentIndex < 0 ? (rowWindow.items[0]?.index ?? 0) : currentIndex
  return (
    <div role="presentation" className={styles.rows} style={{ height: rowWindow.heightPx }}>
      {rowWindow.items.map(({ index, start }) => {
        const row = outline.at(index)
        const record = row === undefined ? undefined : client.node(row.id)
        if (row === undefined || record === undefined) return null
        return (
          <OutlineRowView
            key={row.key}
            outline={outline}
            row={row}
            index={index}
            top={start}
            record={record}
            chips={outline.chips.getView(record, chipsPx)}
            alsoUnder={listOtherParents(workspace, record, row.parentId)}
            isSelected={ids.has(row.id)}
            isCurrent={current === row.id && index === currentIndex}
            isTabStop={index === tabStop}
            isEditing={index === editedIndex}
            isUnsaved={unsaved.has(row.id)}
            isSketched={rowWindow.isSketched(row.key)}
            isDimmed={marks.isDimmed(row.id)}
            isCurrentHit={marks.isCurrentHit(row.id)}
            canEdit={canEdit}
            otherColor={marks.findOtherColor(row.id)}
            onMeasure={rowWindow.measure}
          />
        )
      })}
    </div>
  )
}

/** The room for chips beside a title. */
const chipsPx = 320

const listOtherParents = ({ client }: ProjectWorkspace, { parentIds }: NodeRecord, parentId: NodeId | null): string =>
  parentIds.length < 2
    ? ''
    : parentIds
        .filter((id) => id !== parentId)
        .map((id) => toPlainText(client.node(id)?.title ?? ''))
        .join(', ')

/** Answers for the map, and begins at the selected row. */
function useOutlineStage(outline: OutlineController, root: RefObject<HTMLElement | null>): RowFocus {
  const [rowFocus] = useState(() => new RowFocus(outline))
  useLayoutEffect(() => {
    rowFocus.attach(root.current)
    return standInForMap(outline.workspace.map, createOutlineStage(outline, rowFocus))
  }, [outline, rowFocus, root])
  useEffect(() => {
    if (outline.currentIndex >= 0) outline.scrollTo(outline.currentIndex, true)
  }, [outline])
  return rowFocus
}

const findRow = (outline: OutlineController, target: EventTarget | null) => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row-key]') : null
  return element === null ? undefined : outline.at(outline.indexOf(element.dataset['rowKey'] ?? ''))
}

/** A click on a title puts the caret there; with Shift or Ctrl it selects. Buttons handle their own clicks. */
function pressRow(outline: OutlineController, event: MouseEvent): void {
  const { target } = event
  const row = findRow(outline, target)
  if (row === undefined || !(target instanceof Element) || target.closest('button, a, [role=textbox]') !== null) return
  const { selection } = outline.workspace
  if (event.shiftKey) return outline.selectUpTo(outline.indexOf(row.key))
  if (event.ctrlKey || event.metaKey) {
    const ids = new Set(selection.get().ids)
    if (!ids.delete(row.id)) ids.add(row.id)
    outline.use(row)
    return selection.set({ ids, current: row.id })
  }
  const title = target.closest<HTMLElement>('[data-row-key]')?.querySelector<HTMLElement>(`.${styles.title}`)
  outline.edit(row, title == null ? undefined : readCaretAt(title, event.clientX, event.clientY))
}

function openMenu(outline: OutlineController, event: MouseEvent): void {
  const row = findRow(outline, event.target)
  // In a text the browser's own menu has the spelling and the clipboard.
  if (row === undefined || (event.target instanceof Element && event.target.closest('[role=textbox]') !== null)) return
  event.preventDefault()
  outline.use(row)
  outline.workspace.menu.set({ nodeId: row.id, at: { x: event.clientX, y: event.clientY } })
}

/** Several lines become rows below the edited one; a single line is part of its title. */
function pasteRows({ workspace }: OutlineController, event: ClipboardEvent): void {
  const editing = workspace.editing.get()
  const text = event.clipboardData.getData('text/plain')
  if (editing === null || !/\S\s*[\r\n]\s*\S/u.test(text)) return
  event.preventDefault()
  event.stopPropagation()
  const html = event.clipboardData.getData('text/html')
  const session = getTitleSession(workspace, editing)
  session.save()
  const { nodeId } = editing
  const isEmptyRow = session.draft === '' && editing.isNew
  void import('../clipboard/watch-clipboard.ts').then(async ({ pasteUnderNode }) => {
    await pasteUnderNode(workspace, nodeId, { text, html }, { kind: 'after', siblingId: nodeId })
    if (isEmptyRow) session.discard()
  })
}

interface CaretDocument {
  caretPositionFromPoint?(x: number, y: number): { readonly offsetNode: Node; readonly offset: number } | null
  caretRangeFromPoint?(x: number, y: number): Range | null
}

/** Returns how many characters of a drawn text are before a point of the screen. Undefined: the point is beside it. */
function readCaretAt(text: HTMLElement, x: number, y: number): number | undefined {
  const page = document as CaretDocument
  const position = page.caretPositionFromPoint?.(x, y)
  const range = position == null ? page.caretRangeFromPoint?.(x, y) : undefined
  const node = position?.offsetNode ?? range?.startContainer
  const offset = position?.offset ?? range?.startOffset
  if (node === undefined || offset === undefined || !text.contains(node)) return undefined
  const before = document.createRange()
  before.setStart(text, 0)
  before.setEnd(node, offset)
  return before.toString().length
}

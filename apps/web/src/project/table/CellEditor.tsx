import { type KeyboardEvent, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { FieldEditor } from '../fields/FieldEditor.tsx'
import type { TableColumn } from './table-columns.ts'
import type { TableController } from './table-controller.ts'
import { leaveCell } from './table-keys.ts'
import type { NodeRow } from './table-rows.ts'
import styles from './Table.module.css'

interface CellEditorProps {
  readonly table: TableController
  readonly row: NodeRow
  readonly column: TableColumn
  readonly typed: string
}

/** The editor of the details panel over a cell. Enter and Tab store the value and go on, Esc gives it up. */
export function CellEditor({ table, row, column, typed }: CellEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const lastKey = useRef('')
  useEffect(() => {
    // At the edge of the view, or on a phone, it may be larger than what is left of its row.
    box.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    return table.connectEditor(() => finish(table, box.current))
  }, [table])
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    lastKey.current = event.key
    if (event.key === 'Escape') closeEditor(table)
    else if (event.key === 'Tab' && !isWithinMonth(event.target)) {
      if (finish(table, box.current)) leaveCell(table, event.shiftKey ? 'Shift+Tab' : 'Tab')
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const end = () => {
    closeEditor(table)
    // A value that was chosen with a pointer stays the current cell.
    if (lastKey.current === 'Enter') leaveCell(table, 'Enter')
  }
  return (
    <div
      ref={box}
      role="presentation"
      className={styles.editor}
      data-cell-editor=""
      translate="yes"
      onKeyDownCapture={press}
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDownCapture={() => {
        lastKey.current = ''
      }}
    >
      <FieldEditor
        workspace={table.workspace}
        field={column.id}
        ids={[row.id]}
        typed={typed}
        hasBranchChoice={false}
        onDone={end}
      />
    </div>
  )
}

const isWithinMonth = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('table[role=grid] table') !== null

/** Closes the editor without storing anything more, and then focuses its cell: a field that loses the focus is stored. */
function closeEditor(table: TableController): void {
  const row = table.at(table.indexOf(table.edit.get()?.rowKey ?? ''))
  flushSync(() => table.edit.set(null))
  if (row !== undefined) table.workspace.map.focus(row.id)
}

/** Leaves the field, which stores its value. Returns false if that is refused: the editor stays with the reason. */
function finish(table: TableController, box: HTMLElement | null): boolean {
  const field = document.activeElement
  if (box === null) return true
  if (field instanceof HTMLElement && box.contains(field)) {
    flushSync(() => field.blur())
    if (box.querySelector('[aria-invalid=true]') !== null) {
      field.focus()
      return false
    }
  }
  closeEditor(table)
  return true
}

import { formatCsvRows } from '@espalier/interchange'
import Columns from 'lucide-react/icons/columns-3'
import Download from 'lucide-react/icons/download'
import Layers from 'lucide-react/icons/layers'
import Plus from 'lucide-react/icons/plus'
import { toFileName } from '../../import-export/file-names.ts'
import { useCell } from '../../platform/cell.ts'
import { downloadBlob } from '../../platform/download.ts'
import { tableTexts as texts } from '../../texts/table.ts'
import { Menu, MenuCheckbox, MenuItem, MenuRadios, MenuSeparator } from '../../ui/Menu.tsx'
import { acceptedOrNotify, selectNode } from '../actions/action.ts'
import { showNodesToDo } from '../actions/node-actions.ts'
import { getExportTitle } from '../import-export/project-file.ts'
import type { TableController } from './table-controller.ts'
import { defaultTable, groupings } from './table-settings.ts'
import styles from './Table.module.css'

interface TableProps {
  readonly table: TableController
}

/** The tools of the table: which columns it has, its groups, and its file. */
export function TableBar({ table }: TableProps) {
  useCell(table.version)
  const { group } = useCell(table.settings)
  const hasStages = useCell(table.workspace.client.project, ({ stages }) => stages.length > 0)
  const offered = groupings.filter((one) => one !== 'stage' || hasStages)
  const canEdit = useCell(table.workspace.client.canEdit)
  const lens = useCell(table.workspace.lens)
  return (
    <div
      className={styles.bar}
      // A notice of the screen lies over its start.
      data-noticed={!canEdit || lens.kind !== 'none' ? '' : undefined}
    >
      <Menu
        label={texts.columns}
        className={styles.tool}
        triggerContent={
          <>
            <Columns size={16} aria-hidden="true" />
            {texts.columns}
          </>
        }
      >
        <ColumnChoices table={table} />
      </Menu>
      <Menu
        label={group === null ? texts.group : texts.groupedBy(texts.groupings[group])}
        className={styles.tool}
        triggerContent={
          <>
            <Layers size={16} aria-hidden="true" />
            {group === null ? texts.group : texts.groupedBy(texts.groupings[group])}
          </>
        }
      >
        <MenuRadios
          label={texts.group}
          choices={[['none', texts.noGroups], ...offered.map((one) => [one, texts.groupings[one]] as const)]}
          chosen={group ?? 'none'}
          onChoose={(chosen) => table.change({ group: chosen === 'none' ? null : chosen })}
        />
      </Menu>
      <button type="button" className={styles.tool} onClick={() => exportCsv(table)}>
        <Download size={16} aria-hidden="true" />
        {texts.exportCsv}
      </button>
    </div>
  )
}

function ColumnChoices({ table }: TableProps) {
  const settings = useCell(table.settings)
  const shown = new Set(table.columns.map(({ id }) => id))
  return (
    <>
      {table.allColumns
        .filter(({ id }) => id !== 'title')
        .map(({ id, label, definition }) => (
          <MenuCheckbox
            key={id}
            isChosen={shown.has(id)}
            onChoose={(isShown) => table.change({ shown: { ...settings.shown, [id]: isShown } })}
          >
            <span translate={definition === null ? undefined : 'no'}>{label}</span>
          </MenuCheckbox>
        ))}
      <MenuSeparator />
      <MenuItem
        onSelect={() => {
          const { order, shown: chosen, widths } = defaultTable
          table.change({ order, shown: chosen, widths })
        }}
      >
        {texts.resetColumns}
      </MenuItem>
    </>
  )
}

/** Downloads what is shown: these rows in this order with these columns. */
function exportCsv(table: TableController): void {
  const { client } = table.workspace
  const rows = table.rows.flatMap((row) => {
    const node = row.kind === 'node' ? client.node(row.id) : undefined
    return node === undefined ? [] : [table.columns.map((column) => table.cells.readText(node, column))]
  })
  const csv = formatCsvRows([table.columns.map(({ label }) => label), ...rows])
  downloadBlob(
    new Blob([csv], { type: 'text/csv;charset=utf-8' }),
    toFileName(texts.fileName(getExportTitle(client, [])), '.csv'),
  )
}

/** Adds a node beside the last row and puts the caret into it. It is gone again if nothing is written. */
function addRow(table: TableController): void {
  const { workspace } = table
  const last = table.at(table.findNodeRow(table.rows.length - 1, -1))
  const parentId = last?.parentId ?? null
  const created = workspace.client.edits.create(parentId === null ? { kind: 'root' } : { kind: 'child', parentId })
  if (!acceptedOrNotify(workspace, created)) return
  showNodesToDo(workspace)
  selectNode(workspace, created.value)
  workspace.map.reveal(created.value)
  workspace.editing.set({ nodeId: created.value, isNew: true, typed: '' })
}

export function NewRowButton({ table }: TableProps) {
  const canEdit = useCell(table.workspace.client.canEdit)
  return canEdit ? (
    <button type="button" className={styles.newRow} onClick={() => addRow(table)}>
      <Plus size={16} aria-hidden="true" />
      {texts.newRow}
    </button>
  ) : null
}

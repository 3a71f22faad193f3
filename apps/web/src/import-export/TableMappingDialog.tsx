import {
  type ColumnRole,
  columnRoles,
  columnRoleTexts,
  type TableMapping,
  type TablePreview,
  toOwnFieldRole,
} from '@espalier/interchange'
import { useId } from 'react'
import { tableImportTexts as texts } from '../texts/table-import.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { StatusMark } from '../ui/StatusMark.tsx'
import dialogStyles from './ImportDialog.module.css'
import styles from './TableMappingDialog.module.css'

interface TableMappingDialogProps {
  readonly name: string
  /** The title of the node or project that it is imported into; null: it becomes a new project. */
  readonly into: string | null
  readonly preview: TablePreview
  onChange(mapping: TableMapping): void
  onImport(): void
  onCancel(): void
}

/** Assigns the columns of a table, and shows the nodes that it becomes. */
export function TableMappingDialog({ name, into, preview, onChange, onImport, onCancel }: TableMappingDialogProps) {
  const { mapping, nodeCount } = preview
  return (
    <Dialog title={into === null ? texts.title(name) : texts.titleInto(name, into)} onClose={onCancel}>
      <form
        className={dialogStyles.body}
        onSubmit={(event) => {
          event.preventDefault()
          onImport()
        }}
      >
        <p className={styles.hint}>{texts.hint}</p>
        <label className={styles.heading}>
          <input
            type="checkbox"
            checked={mapping.hasHeading}
            onChange={({ currentTarget }) => onChange({ ...mapping, hasHeading: currentTarget.checked })}
          />
          {texts.hasHeading}
        </label>
        <ColumnTable preview={preview} onChange={onChange} />
        <NodePreview preview={preview} />
        <div className={dialogStyles.answers}>
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" disabled={nodeCount === 0}>
            {texts.importNodes(nodeCount)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function ColumnTable({
  preview: { mapping, rows, ownFields },
  onChange,
}: Pick<TableMappingDialogProps, 'preview' | 'onChange'>) {
  const { hasHeading, roles } = mapping
  const headings = hasHeading ? rows[0] : undefined
  const shown = hasHeading ? rows.slice(1) : rows
  const assign = (column: number, role: ColumnRole) =>
    onChange({ ...mapping, roles: roles.map((one, index) => (index === column ? role : one)) })
  return (
    // The fields of the columns make this region scroll by keyboard.
    <section className={styles.scroll} aria-label={texts.columns}>
      <table className={styles.table}>
        <thead>
          <tr>
            {roles.map((role, column) => (
              <th key={columnKey(column)} scope="col">
                <ColumnField
                  heading={headings?.[column]?.trim() ?? ''}
                  number={column + 1}
                  role={role}
                  ownFields={ownFields}
                  onChange={(next) => assign(column, next)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody translate="no">
          {shown.map((row, index) => (
            <tr key={columnKey(index)}>
              {roles.map((role, column) => (
                <td key={columnKey(column)} data-ignored={role === 'ignore' ? '' : undefined}>
                  {row[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Rows and columns of a file have no identity but their place. */
const columnKey = (index: number): string => `at ${index}`

interface ColumnFieldProps {
  /** Empty: the file gives the column no name. */
  readonly heading: string
  readonly number: number
  readonly role: ColumnRole
  /** The names of the project's own fields. */
  readonly ownFields: readonly string[]
  onChange(role: ColumnRole): void
}

function ColumnField({ heading, number, role, ownFields, onChange }: ColumnFieldProps) {
  const id = useId()
  const choices: readonly (readonly [ColumnRole, string])[] = [
    ...columnRoles.map((one) => [one, columnRoleTexts[one]] as const),
    ...ownFields.map((name) => [toOwnFieldRole(name), texts.ownField(name)] as const),
  ]
  return (
    <>
      <label htmlFor={id} className={styles.label} translate={heading === '' ? undefined : 'no'}>
        {heading || texts.column(number)}
      </label>
      <select
        id={id}
        className={styles.select}
        value={role}
        onChange={({ currentTarget }) => {
          const chosen = choices.find(([one]) => one === currentTarget.value)
          if (chosen !== undefined) onChange(chosen[0])
        }}
      >
        {choices.map(([one, label]) => (
          <option key={one} value={one}>
            {label}
          </option>
        ))}
      </select>
    </>
  )
}

function NodePreview({ preview: { nodes, nodeCount, mapping, remarks } }: { readonly preview: TablePreview }) {
  if (nodeCount === 0) return <output>{mapping.roles.includes('title') ? texts.noTitles : texts.chooseTitle}</output>
  return (
    <section aria-label={texts.preview}>
      <output>{texts.nodes(nodeCount)}</output>
      <ul className={styles.nodes}>
        {nodes.map(({ title, depth, status }, index) => (
          <li key={columnKey(index)} style={{ paddingInlineStart: `${depth * indentEm}em` }}>
            <StatusMark status={status} label={texts.status[status]} /> <span translate="no">{title}</span>
          </li>
        ))}
      </ul>
      {nodeCount > nodes.length && <p className={styles.hint}>{texts.more(nodeCount - nodes.length)}</p>}
      {remarks.length > 0 && (
        <ul aria-label={texts.remarks} className={styles.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const indentEm = 1.25

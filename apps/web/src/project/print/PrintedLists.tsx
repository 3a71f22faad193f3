import type { CSSProperties } from 'react'
import { nodeFieldTexts } from '../../texts/node-fields.ts'
import { printingTexts as texts } from '../../texts/whole-plan.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { buildOutlineRows } from '../outline/outline-rows.ts'
import { getTableController } from '../table/table-controller.ts'
import { getColumnWidth } from '../table/table-settings.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { createNodeFacts } from './node-facts.ts'
import styles from './Print.module.css'

interface PrintedProps {
  readonly workspace: ProjectWorkspace
}

/** Each row of the outline with everything that its node has. */
export function PrintedOutline({ workspace }: PrintedProps) {
  const facts = createNodeFacts(workspace.client)
  return (
    <ul className={styles.outline}>
      {buildOutlineRows(workspace).map(({ key, id, level }) => {
        const node = workspace.client.node(id)
        if (node === undefined) return null
        const fields = facts.listFields(node)
        return (
          <li key={key} className={styles.line} style={{ '--level': level - 1 } as CSSProperties} data-printed={id}>
            <StatusMark status={node.status} label={nodeFieldTexts.statuses[node.status]} />
            <span>
              <span translate="no" dir="auto">
                {facts.getTitle(node)}
              </span>
              {fields !== '' && <small translate="no">{fields}</small>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** The shown columns with all rows. The heading is repeated on each sheet. */
export function PrintedTable({ workspace }: PrintedProps) {
  const table = getTableController(workspace)
  const { columns, rows, cells } = table
  const widths = columns.map((column) => getColumnWidth(table.settings.get(), column))
  const whole = widths.reduce((sum, one) => sum + one, 0)
  return (
    <table className={styles.table} translate="no">
      <colgroup>
        {columns.map(({ id }, at) => (
          <col key={id} style={{ width: `${(100 * (widths[at] ?? 0)) / whole}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ id, label }) => (
            <th key={id} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const node = row.kind === 'node' ? workspace.client.node(row.id) : undefined
          if (row.kind === 'group')
            return (
              <tr key={row.key}>
                <th colSpan={columns.length} scope="colgroup" className={styles.group}>
                  {row.name} <small translate="yes">{texts.nodes(row.count)}</small>
                </th>
              </tr>
            )
          if (node === undefined) return null
          return (
            <tr key={row.key} data-printed={row.id}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  dir="auto"
                  className={column.isNumber ? styles.number : undefined}
                  style={column.id === 'title' ? ({ '--level': row.level - 1 } as CSSProperties) : undefined}
                >
                  {cells.readText(node, column)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

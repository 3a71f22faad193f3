import type { NodeId } from '@espalier/domain'
import { nodeFieldTexts } from '../../texts/node-fields.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { getBoardController } from '../board/board-controller.ts'
import { findCardAt, type LaidColumn } from '../board/board-layout.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { createNodeFacts, namePrintedPerson } from './node-facts.ts'
import styles from './Print.module.css'

/** More columns beside each other are too narrow for their titles; the others follow below. */
const mostColumns = 6

const nameColumn = ({ name, value }: LaidColumn): string =>
  name === '' && value !== null ? namePrintedPerson(value) : name

/** The columns with all their cards. Their names are repeated on each sheet. */
export function PrintedBoard({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const { columns, lanes } = getBoardController(workspace, undefined).layout
  const facts = createNodeFacts(workspace.client)
  const bands = lanes ?? [{ id: null, top: 0 }]
  const laneTops = bands.map(({ top }) => top)
  const listCards = ({ cards, tops }: LaidColumn, lane: number): readonly NodeId[] =>
    cards.filter((_id, at) => findCardAt(laneTops, tops[at] ?? 0) === lane)
  const getLaneTitle = (id: NodeId | null): string | null => {
    const node = id === null ? undefined : workspace.client.node(id)
    return node === undefined ? null : facts.getTitle(node)
  }
  return splitColumns(columns).map((some) => (
    <table key={some[0]?.key ?? ''} className={styles.board} translate="no">
      <thead>
        <tr>
          {some.map((column) => (
            <th key={column.key} scope="col">
              {nameColumn(column)} <small>{column.cards.length}</small>
            </th>
          ))}
        </tr>
      </thead>
      {bands.map(({ id }, lane) => (
        <tbody key={id ?? ''}>
          {getLaneTitle(id) !== null && (
            <tr>
              <th colSpan={some.length} scope="rowgroup" className={styles.group}>
                {getLaneTitle(id)}
              </th>
            </tr>
          )}
          <tr>
            {some.map((column) => (
              <td key={column.key}>
                {listCards(column, lane).map((cardId) => {
                  const node = workspace.client.node(cardId)
                  return node === undefined ? null : (
                    <div key={cardId} className={styles.card} data-printed={cardId}>
                      <StatusMark status={node.status} label={nodeFieldTexts.statuses[node.status]} />
                      <span>
                        <span dir="auto">{facts.getTitle(node)}</span>
                        <small>{facts.listFields(node)}</small>
                      </span>
                    </div>
                  )
                })}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  ))
}

function splitColumns(columns: readonly LaidColumn[]): readonly (readonly LaidColumn[])[] {
  const count = Math.ceil(columns.length / mostColumns)
  return Array.from({ length: count }, (_, at) => columns.slice(at * mostColumns, (at + 1) * mostColumns))
}

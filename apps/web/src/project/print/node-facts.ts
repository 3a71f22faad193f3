import { toPlainText } from '@espalier/domain'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { formatPerson, getMemberName, peopleStore } from '../../api/people.ts'
import { mapTexts } from '../../texts/map.ts'
import { printingTexts as texts } from '../../texts/whole-plan.ts'
import { createCellReader, listColumns } from '../table/table-columns.ts'

/** These are printed elsewhere, or say nothing that the place on the paper does not say. */
const otherwisePrinted: readonly string[] = ['title', 'status', 'path']

/** Reads what is printed of nodes. */
export interface NodeFacts {
  getTitle(node: NodeRecord): string
  /** Everything that a node has beside its title, in a line. */
  listFields(node: NodeRecord): string
}

/** People are named as on the screen. */
export function namePrintedPerson(id: string): string {
  const state = peopleStore.get(id)
  return state.kind === 'known' ? getMemberName(state.person) : formatPerson(state)
}

export function createNodeFacts(client: ProjectClient): NodeFacts {
  const cells = createCellReader(client, namePrintedPerson)
  const columns = listColumns(client.project.get()).filter(({ id }) => !otherwisePrinted.includes(id))
  return {
    getTitle: ({ title }) => toPlainText(title) || mapTexts.untitled,
    listFields: (node) =>
      columns
        .flatMap((column) => {
          const value = cells.readText(node, column)
          return value === '' ? [] : [texts.fieldValue(column.label, value)]
        })
        .join(' · '),
  }
}

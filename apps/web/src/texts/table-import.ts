import { defineTexts, formatQuantity } from '@espalier/domain'

/** The columns of an imported table. It is loaded with the first file that is imported. */
export const tableImportTexts = defineTexts('table-import', {
  title: (file: string) => `Import ${file}`,
  titleInto: (file: string, title: string) => `Import ${file} under ${title}`,
  hint: 'Choose what each column holds. Several title columns are levels, from left to right.',
  hasHeading: 'The first row names the columns',
  columns: 'Columns',
  ownField: (name: string) => `Own field: ${name}`,
  column: (number: number) => `Column ${number}`,
  preview: 'Preview',
  nodes: (count: number) => `This becomes ${formatQuantity(count, 'node')}:`,
  more: (count: number) => `and ${formatQuantity(count, 'more node')}`,
  remarks: 'Before you import',
  status: { todo: 'to do', progress: 'in progress', done: 'done' },
  chooseTitle: 'Choose the column that holds the titles.',
  noTitles: 'The title column is empty.',
  importNodes: (count: number) => (count === 0 ? 'Import' : `Import ${formatQuantity(count, 'node')}`),
  cancel: 'Cancel',
  /** The name of a range that was copied from a spreadsheet. */
  pastedTable: 'Pasted table',
})

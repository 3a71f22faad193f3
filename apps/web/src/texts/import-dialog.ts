import { defineTexts, pluralize } from '@espalier/domain'

const formatNodeCount = (count: number): string => `${count.toLocaleString('en')} ${pluralize(count, 'node')}`

export const importDialogTexts = defineTexts('import-dialog', {
  chooseFile: 'File to import',
  question: (count: number, title: string) => `Import ${formatNodeCount(count)} under ${title}?`,
  imported: (count: number) => `Imported ${formatNodeCount(count)}.`,
  importing: (file: string) => `Importing ${file}`,
  reading: 'Reading the file',
  sending: 'Sending it to the server',
  creating: 'Creating the nodes',
  stop: 'Stop',
  notImported: (file: string) => `${file} was not imported`,
  nothingChanged: 'Nothing has changed.',
  ok: 'OK',
  unreadable: 'The file could not be read. It may have been moved or changed: choose it again.',
})

/** The texts of the worker that reads and writes files, and of the page that waits for it. */
export const fileJobTexts = defineTexts('file-job', {
  failed: 'The file could not be processed. Reload the page and try again.',
  outOfMemory: 'The file could not be processed: it needs more memory than this browser allows.',
  pictureTooLarge: 'This picture is too large for your browser. Choose SVG or PDF, or a smaller branch.',
  /** A format in the list of those that can be imported. */
  format: (name: string, extension: string) => `${name} (${extension})`,
  /** The name of a file whose title has no letters that every system accepts. */
  untitledFile: 'project',
})

/** The texts around a map on printed pages. */
export const printedPageTexts = defineTexts('printed-page', {
  status: { todo: 'To do', progress: 'In progress', done: 'Done' },
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  /** A map over several pages: `place` is the column's letter and the row's number. */
  pageAt: (page: number, pages: number, place: string) => `Page ${page} of ${pages} (${place})`,
})

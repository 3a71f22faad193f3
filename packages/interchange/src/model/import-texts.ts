import { defineTexts, exchangeLimits, formatQuantity, limits } from '@espalier/domain'

const megabytes = exchangeLimits.files.bytes / 1_000_000

/** The reasons why a file is refused, as texts for the person who chose it. `where` names the place in the file. */
export const importFaultTexts = defineTexts('interchange.fault', {
  'unknown-format': (extension: string) =>
    extension === ''
      ? "Files without an extension can't be imported. Try .md, .csv, .opml, .mm, .xmind, .txt or .json."
      : `${extension} files can't be imported. Try .md, .csv, .opml, .mm, .xmind, .txt or .json.`,
  'too-large': () => `The file is larger than ${megabytes} MB.`,
  'wrong-encoding': () => "The text is in an encoding that can't be read. Save it as UTF-8 and try again.",
  broken: (where: string) => `The file is damaged or incomplete: ${where}.`,
  'forbidden-xml': () => 'The file declares a document type or entities, which are not accepted.',
  'archive-bomb': (where: string) => `${where} in the archive would unpack to far more than the file itself.`,
  'archive-encrypted': () => 'The file is protected by a password. Save it without one and try again.',
  'nothing-inside': (where: string) => `There is nothing to import: ${where}.`,
  'unknown-version': (where: string) => `The file was written by another version of the product (${where}).`,
  'unsafe-key': (where: string) => `The file contains a name that is not accepted: ${where}.`,
  'too-deep': () => `The map is deeper than ${limits.chainNodes.toLocaleString('en')} levels.`,
  'too-many-nodes': () => `The map has more than ${exchangeLimits.files.nodes.toLocaleString('en')} nodes.`,
  'text-too-long': (where: string) => `A title or description is too long: ${where}.`,
  'duplicate-id': (where: string) => `Two nodes have the same id: ${where}.`,
  'unknown-parent': (where: string) => `The parent of a node is not in the file: ${where}.`,
  cycle: (where: string) => `Nodes are below each other in a circle: ${where}.`,
})

export type ImportFaultCode = keyof typeof importFaultTexts

/** The fault at the place that it names. The names of fields and elements are the file's own. */
export const importDetailTexts = defineTexts('interchange.detail', {
  archiveUnreadable: 'the archive cannot be opened',
  notJson: 'it is not JSON',
  xmlError: (line: number, message: string) => `line ${line}, ${message}`,
  noContent: 'it has no content',
  wrongElement: (found: string, expected: string) => `it begins with <${found}>, not with <${expected}>`,
  formatMissing: (format: string) => `it does not contain "format": "${format}"`,
  wrongVersion: (found: string, expected: number) => `version ${found}, not ${expected}`,
  versionMissing: (expected: number) => `version missing, not ${expected}`,
  missing: (place: string) => `${place} is missing`,
  notList: (place: string) => `${place} is not a list`,
  notText: (place: string) => `${place} is not a text`,
  notObject: (place: string) => `${place} is not an object`,
  noSheets: 'content.json is not a list of sheets',
  noMapInXml: 'content.xml contains no map',
  noMap: 'the archive contains no map',
  noSheet: 'the archive contains no sheet',
  noNode: 'the map has no node',
  emptyOutline: 'the outline is empty',
  noHeadings: 'the text has no headings and no lists',
  noLines: 'the text has no lines',
  noTitles: 'no row has a title',
  under: (id: string, parentId: string) => `${id} under ${parentId}`,
  underItself: (id: string) => `${id} under itself`,
  ownAncestor: 'a node is its own ancestor',
  parentTwice: (id: string) => `${id} names a parent twice`,
})

export const importRemarkTexts = defineTexts('interchange.remark', {
  historyLeftOut: (id: string) => `The history of ${id} has gaps and was left out.`,
  rowsLeftOut: (count: number) => `${formatQuantity(count, 'row')} without a title left out.`,
  linksLeftOut: (count: number) =>
    `${formatQuantity(count, 'link')} left out: a node would be its own ancestor or have the same parent twice.`,
  waitsLeftOut: (count: number) => `${formatQuantity(count, 'blocker')} left out: a node would wait for itself.`,
  valuesLeftOut: (field: string, count: number, example: string) =>
    `${formatQuantity(count, 'value')} of ${field} left out, such as "${example}".`,
  startsLeftOut: (count: number) => `${formatQuantity(count, 'start date')} after the due date left out.`,
  tagsLeftOut: (count: number) => `${formatQuantity(count, 'tag')} left out: a node or the project has too many.`,
  peopleLeftOut: (count: number) => `${formatQuantity(count, 'assignee')} left out who cannot see the project.`,
  addedToDescriptions: (words: string) => `The project does not have these, so they go into descriptions: ${words}.`,
  newTags: (names: string) => `New tags: ${names}.`,
  newStages: (names: string) => `New stages: ${names}.`,
  newFields: (names: string) => `New own fields: ${names}.`,
  andMore: (names: string, count: number) => `${names} and ${count} more`,
})

/** Lines of a description for what the project cannot hold otherwise. */
export const importedLineTexts = defineTexts('interchange.line', {
  assignees: (names: string) => `Assignees: ${names}`,
  stage: (name: string) => `Stage: ${name}`,
  after: (titles: string) => `After: ${titles}`,
  field: (name: string, value: string) => `${name}: ${value}`,
})

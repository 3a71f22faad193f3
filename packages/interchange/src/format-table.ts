import { defineTexts, nodeFields } from '@espalier/domain'

const formatNames = defineTexts('interchange.format', {
  espalier: 'Espalier JSON',
  markdown: 'Markdown',
  text: 'Indented text',
  opml: 'OPML',
  freemind: 'FreeMind and Freeplane',
  xmind: 'XMind',
  mermaid: 'Mermaid mindmap',
  gantt: 'Mermaid gantt',
  csv: 'CSV table',
  svg: 'SVG picture',
  png: 'PNG picture',
  pdf: 'PDF',
})

/** The losses of a file besides the node fields, which list themselves. */
const lossTexts = defineTexts('interchange.loss', {
  formatting: 'formatting of titles and descriptions',
  titleFormatting: 'formatting of titles',
  projectDescription: 'the project’s description',
  descriptions: 'descriptions',
  status: 'status',
  undated: 'nodes without dates and estimates',
  extraParents: 'additional parents',
  extraOrder: 'the order of nodes below their additional parents',
  history: 'history',
  projectLinks: 'links to other projects',
  sharpness: 'sharpness when enlarged',
})

interface FormatRow {
  readonly id: keyof typeof formatNames
  /** The extension with its dot; further readable ones are in `alsoRead`. */
  readonly extension: string
  readonly alsoRead?: readonly string[]
  readonly mime: string
  readonly canRead: boolean
  readonly canWrite: boolean
  /** `fields` stands for the node fields that the format loses, in the words of the field table. */
  readonly loses: readonly (keyof typeof lossTexts | 'fields')[]
}

/** A format as a person chooses it. `loses` says what is not restored on import. */
export interface Format extends Omit<FormatRow, 'loses'> {
  readonly name: string
  /** The fields of nodes that it keeps besides titles, descriptions and statuses. */
  readonly holds: readonly string[]
  readonly loses: readonly string[]
}

const lossesOfPictures = ['descriptions', 'history', 'projectLinks'] as const

export const formatRows = [
  {
    id: 'espalier',
    extension: '.json',
    mime: 'application/json',
    canRead: true,
    canWrite: true,
    loses: [],
  },
  {
    id: 'markdown',
    extension: '.md',
    alsoRead: ['.markdown'],
    mime: 'text/markdown',
    canRead: true,
    canWrite: true,
    loses: ['fields', 'extraOrder'],
  },
  {
    id: 'text',
    extension: '.txt',
    alsoRead: ['.text'],
    mime: 'text/plain',
    canRead: true,
    canWrite: true,
    loses: ['formatting', 'projectDescription', 'fields', 'extraOrder'],
  },
  {
    id: 'opml',
    extension: '.opml',
    mime: 'text/x-opml',
    canRead: true,
    canWrite: true,
    loses: ['fields', 'extraOrder'],
  },
  {
    id: 'freemind',
    extension: '.mm',
    mime: 'application/x-freemind',
    canRead: true,
    canWrite: true,
    loses: ['fields', 'extraOrder'],
  },
  {
    id: 'xmind',
    extension: '.xmind',
    mime: 'application/vnd.xmind.workbook',
    canRead: true,
    canWrite: true,
    loses: ['fields', 'extraOrder'],
  },
  {
    id: 'mermaid',
    extension: '.mmd',
    mime: 'text/vnd.mermaid',
    canRead: false,
    canWrite: true,
    loses: ['titleFormatting', 'descriptions', 'status', 'extraParents', 'fields'],
  },
  {
    id: 'gantt',
    extension: '.mmd',
    mime: 'text/vnd.mermaid',
    canRead: false,
    canWrite: true,
    loses: ['undated', 'titleFormatting', 'descriptions', 'extraParents', 'fields'],
  },
  {
    id: 'csv',
    extension: '.csv',
    alsoRead: ['.tsv', '.tab'],
    mime: 'text/csv',
    canRead: true,
    canWrite: true,
    loses: ['formatting', 'projectDescription', 'fields', 'extraOrder', 'projectLinks'],
  },
  {
    id: 'svg',
    extension: '.svg',
    mime: 'image/svg+xml',
    canRead: false,
    canWrite: true,
    loses: lossesOfPictures,
  },
  {
    id: 'png',
    extension: '.png',
    mime: 'image/png',
    canRead: false,
    canWrite: true,
    loses: [...lossesOfPictures, 'sharpness'],
  },
  {
    id: 'pdf',
    extension: '.pdf',
    mime: 'application/pdf',
    canRead: false,
    canWrite: true,
    loses: lossesOfPictures,
  },
] as const satisfies readonly FormatRow[]

export type FormatId = (typeof formatRows)[number]['id']
export type ReadableFormatId = Extract<(typeof formatRows)[number], { canRead: true }>['id']

const listLosses = ({ id, loses }: FormatRow): readonly string[] =>
  loses.flatMap((loss) => (loss === 'fields' ? listLostFields(id) : lossTexts[loss]))

const listLostFields = (id: FormatId): readonly string[] =>
  nodeFields.inFiles.flatMap(({ file, lost }) =>
    lost === undefined || file?.keptBy?.includes(id) === true ? [] : [lost],
  )

/** Our own format keeps everything. What a format writes but nobody reads again is not kept. */
function listKeptFields(row: FormatRow): readonly string[] {
  const losses = listLosses(row)
  return nodeFields.inFiles.flatMap(({ file, lost }) => {
    const isKept = row.id === 'espalier' || file?.keptBy?.includes(row.id) === true
    return lost !== undefined && isKept && !losses.includes(lost) ? [lost] : []
  })
}

/** The texts are getters, so that they are read in the current language. */
export const formats: readonly Format[] = formatRows.map((row) => ({
  ...row,
  get name() {
    return formatNames[row.id]
  },
  get holds() {
    return listKeptFields(row)
  },
  get loses() {
    return listLosses(row)
  },
}))

export const findFormat = (id: FormatId): Format => {
  const format = formats.find((one) => one.id === id)
  if (format === undefined) throw new Error(`There is no format ${id}`)
  return format
}

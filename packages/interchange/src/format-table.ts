import { nodeFields } from '@espalier/domain'

/** A format as a person chooses it. `loses` says what is not restored on import. */
export interface Format {
  readonly id: string
  readonly name: string
  /** The extension with its dot; further readable ones are in `alsoRead`. */
  readonly extension: string
  readonly alsoRead?: readonly string[]
  readonly mime: string
  readonly canRead: boolean
  readonly canWrite: boolean
  readonly loses: readonly string[]
}

/** Lists the node fields that a format loses, in the words of the field table. */
const listLostFields = (id: string): readonly string[] =>
  nodeFields.inFiles.flatMap(({ file }) =>
    file?.lost === undefined || file.keptBy?.includes(id) === true ? [] : [file.lost],
  )

const extraOrder = 'the place of a node among the children of its further parents'
const drawn = 'everything that is not seen: descriptions, status changes, links to other projects'

export const formats = [
  {
    id: 'espalier',
    name: 'Espalier JSON',
    extension: '.json',
    mime: 'application/json',
    canRead: true,
    canWrite: true,
    loses: [],
  },
  {
    id: 'markdown',
    name: 'Markdown',
    extension: '.md',
    alsoRead: ['.markdown'],
    mime: 'text/markdown',
    canRead: true,
    canWrite: true,
    loses: [...listLostFields('markdown'), extraOrder],
  },
  {
    id: 'text',
    name: 'Indented text',
    extension: '.txt',
    alsoRead: ['.text'],
    mime: 'text/plain',
    canRead: true,
    canWrite: true,
    loses: [
      'formatting of titles and descriptions',
      'the project’s description',
      ...listLostFields('text'),
      extraOrder,
    ],
  },
  {
    id: 'opml',
    name: 'OPML',
    extension: '.opml',
    mime: 'text/x-opml',
    canRead: true,
    canWrite: true,
    loses: [...listLostFields('opml'), extraOrder],
  },
  {
    id: 'freemind',
    name: 'FreeMind and Freeplane',
    extension: '.mm',
    mime: 'application/x-freemind',
    canRead: true,
    canWrite: true,
    loses: [...listLostFields('freemind'), extraOrder],
  },
  {
    id: 'xmind',
    name: 'XMind',
    extension: '.xmind',
    mime: 'application/vnd.xmind.workbook',
    canRead: true,
    canWrite: true,
    loses: [...listLostFields('xmind'), extraOrder],
  },
  {
    id: 'mermaid',
    name: 'Mermaid mindmap',
    extension: '.mmd',
    mime: 'text/vnd.mermaid',
    canRead: false,
    canWrite: true,
    loses: ['formatting of titles', 'descriptions', 'status', 'further parents', ...listLostFields('mermaid')],
  },
  {
    id: 'csv',
    name: 'CSV table',
    extension: '.csv',
    mime: 'text/csv',
    canRead: false,
    canWrite: true,
    loses: ['formatting of titles and descriptions', ...listLostFields('csv')],
  },
  {
    id: 'svg',
    name: 'SVG picture',
    extension: '.svg',
    mime: 'image/svg+xml',
    canRead: false,
    canWrite: true,
    loses: [drawn],
  },
  {
    id: 'png',
    name: 'PNG picture',
    extension: '.png',
    mime: 'image/png',
    canRead: false,
    canWrite: true,
    loses: [drawn, 'sharpness when enlarged'],
  },
  {
    id: 'pdf',
    name: 'PDF',
    extension: '.pdf',
    mime: 'application/pdf',
    canRead: false,
    canWrite: true,
    loses: [drawn],
  },
] as const satisfies readonly Format[]

export type FormatId = (typeof formats)[number]['id']
export type ReadableFormatId = Extract<(typeof formats)[number], { canRead: true }>['id']

export const findFormat = (id: FormatId): Format => formats.find((format) => format.id === id) ?? formats[0]

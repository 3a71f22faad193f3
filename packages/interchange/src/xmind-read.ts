import { escapeHtml, isLayout } from '@espalier/domain'
import { readArchiveParts } from './archive.ts'
import { decodeText } from './decode-text.ts'
import { type ImportResult, toImportResult, ImportError } from './fault.ts'
import { htmlToLines, linesToHtml } from './html/lines.ts'
import { parseHtml } from './html/parse-html.ts'
import { serializeHtml } from './html/serialise.ts'
import { collapseIndents } from './html/spaces.ts'
import { isRecord, type JsonRecord, toList, parseJson, toRecords, stringOrEmpty } from './json-text.ts'
import type { ReadOptions } from './model.ts'
import { buildProject, draftNode, type DraftNode, joinUnderOneRoot } from './sprout.ts'
import { cleanOneLine } from './storable.ts'
import { readXmind8, type Sheet } from './xmind8-read.ts'
import { readMarkerStatus } from './xmind-status.ts'

export const xmindProvider = 'espalier'

/** Of XMind 2020 and later, or of XMind 8: those have no content.json. */
export const readXmind = (archive: Uint8Array, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => {
    const parts = readArchiveParts(archive, ['content.json', 'content.xml', 'META-INF/manifest.xml'])
    const json = parts.get('content.json')
    const xml = parts.get('content.xml')
    const manifest = parts.get('META-INF/manifest.xml')
    if (manifest !== undefined && decodeText(manifest).includes('encryption-data'))
      throw new ImportError('archive-encrypted')
    if (json === undefined && xml === undefined) throw new ImportError('nothing-inside', 'the archive holds no map')
    const sheets = json === undefined ? readXmind8(decodeText(xml ?? '')) : readSheets(parseJson(decodeText(json)))
    const [first] = sheets
    if (first === undefined) throw new ImportError('nothing-inside', 'the archive holds no sheet')
    const { title } = first.header
    const roots = sheets.flatMap((sheet) => sheet.roots)
    return buildProject(
      defaultSheetTitle.test(cleanOneLine(title ?? '')) ? { ...first.header, title: '' } : first.header,
      sheets.length > 1 ? joinUnderOneRoot('', roots, options) : roots,
      options,
    )
  })

/** What a sheet is called that nobody gave a name. */
const defaultSheetTitle = /^(?:map|sheet|canvas|mind map) ?\d*$/iu

function readSheets(content: unknown): readonly Sheet[] {
  if (!Array.isArray(content)) throw new ImportError('broken', 'content.json is not a list of sheets')
  return toRecords(content).flatMap((sheet) =>
    isRecord(sheet['rootTopic']) ? readSheet(sheet, sheet['rootTopic']) : [],
  )
}

function readSheet(sheet: JsonRecord, rootTopic: JsonRecord): Sheet {
  const byId = new Map<string, DraftNode>()
  const root = readTopic(rootTopic, byId)
  const floating = toRecords(getTopicChildren(rootTopic)['detached']).map((topic) => readTopic(topic, byId))
  for (const { end1Id, end2Id } of toRecords(sheet['relationships'])) {
    const from = byId.get(stringOrEmpty(end1Id))
    if (from !== undefined) byId.get(stringOrEmpty(end2Id))?.extraParents.push(from)
  }
  const own = readExtension(sheet)
  const layout = stringOrEmpty(own['layout'])
  const header = {
    title: stringOrEmpty(sheet['title']),
    body: stringOrEmpty(own['body']),
    layout: isLayout(layout) ? layout : undefined,
  }
  const isHolder = readExtension(rootTopic)['root'] === 'project'
  return { header, roots: [...(isHolder ? root.children : [root]), ...floating] }
}

const getTopicChildren = (topic: JsonRecord): JsonRecord => (isRecord(topic['children']) ? topic['children'] : {})

function readExtension(holder: JsonRecord): JsonRecord {
  const own = toRecords(holder['extensions']).find(({ provider }) => provider === xmindProvider)?.['content']
  return isRecord(own) ? own : {}
}

function readTopic(topic: JsonRecord, byId: Map<string, DraftNode>): DraftNode {
  const title = stringOrEmpty(topic['title'])
  const own = readExtension(topic)
  const ownTitle = stringOrEmpty(own['title'])
  const made = draftNode({
    title: ownTitle !== '' && htmlToLines(ownTitle) === title ? ownTitle : escapeHtml(title),
    body: readNotes(topic['notes'], stringOrEmpty(own['body'])),
    status: readMarkerStatus(toRecords(topic['markers']).map(({ markerId }) => stringOrEmpty(markerId))),
    hideChildren: topic['branch'] === 'folded',
    backgroundColor: readFillColor(topic['style']),
  })
  const id = stringOrEmpty(topic['id'])
  if (id !== '' && !byId.has(id)) byId.set(id, made)
  const { attached, summary } = getTopicChildren(topic)
  for (const child of [...toList(attached), ...toList(summary)]) {
    if (isRecord(child)) made.children.push(readTopic(child, byId))
  }
  return made
}

const readContent = (part: unknown) => (isRecord(part) ? stringOrEmpty(part['content']) : '')

function readNotes(notes: unknown, own: string): string {
  if (!isRecord(notes)) return ''
  const plain = readContent(notes['plain'])
  if (own !== '' && htmlToLines(own) === plain) return own
  const html = readContent(notes['realHTML']) || readContent(notes['html'])
  return html === '' ? linesToHtml(plain.trim()) : serializeHtml(collapseIndents(parseHtml(html).nodes))
}

function readFillColor(style: unknown): string | undefined {
  const properties = isRecord(style) && isRecord(style['properties']) ? style['properties'] : {}
  return stringOrEmpty(properties['svg:fill']).slice(0, '#rrggbb'.length) || undefined
}

import { escapeHtml, isLayout } from '@espalier/domain'
import { partsOf } from './archive.ts'
import { decodeText } from './decode-text.ts'
import { type ImportResult, reading, Refused } from './fault.ts'
import { linesOf, paragraphsOf } from './html/lines.ts'
import { parseHtml } from './html/parse-html.ts'
import { serialise } from './html/serialise.ts'
import { withoutIndents } from './html/spaces.ts'
import { isRecord, type JsonRecord, listIn, parseJson, recordsIn, stringIn } from './json-text.ts'
import type { ReadOptions } from './model.ts'
import { projectFrom, sprout, type Sprout, underOneRoot } from './sprout.ts'
import { oneLine } from './storable.ts'
import { readXmind8, type Sheet } from './xmind8-read.ts'
import { statusOfMarkers } from './xmind-status.ts'

export const xmindProvider = 'espalier'

/** Of XMind 2020 and later, or of XMind 8: those have no content.json. */
export const readXmind = (archive: Uint8Array, options: ReadOptions = {}): ImportResult =>
  reading(() => {
    const parts = partsOf(archive, ['content.json', 'content.xml', 'META-INF/manifest.xml'])
    const json = parts.get('content.json')
    const xml = parts.get('content.xml')
    const manifest = parts.get('META-INF/manifest.xml')
    if (manifest !== undefined && decodeText(manifest).includes('encryption-data'))
      throw new Refused('archive-encrypted')
    if (json === undefined && xml === undefined) throw new Refused('nothing-inside', 'the archive holds no map')
    const sheets = json === undefined ? readXmind8(decodeText(xml ?? '')) : sheetsIn(parseJson(decodeText(json)))
    const [first] = sheets
    if (first === undefined) throw new Refused('nothing-inside', 'the archive holds no sheet')
    const { title } = first.header
    const roots = sheets.flatMap((sheet) => sheet.roots)
    return projectFrom(
      isGivenByXmind.test(oneLine(title ?? '')) ? { ...first.header, title: '' } : first.header,
      sheets.length > 1 ? underOneRoot('', roots, options) : roots,
      options,
    )
  })

/** What a sheet is called that nobody gave a name. */
const isGivenByXmind = /^(?:map|sheet|canvas|mind map) ?\d*$/iu

function sheetsIn(content: unknown): readonly Sheet[] {
  if (!Array.isArray(content)) throw new Refused('broken', 'content.json is not a list of sheets')
  return recordsIn(content).flatMap((sheet) =>
    isRecord(sheet['rootTopic']) ? readSheet(sheet, sheet['rootTopic']) : [],
  )
}

function readSheet(sheet: JsonRecord, rootTopic: JsonRecord): Sheet {
  const byId = new Map<string, Sprout>()
  const root = readTopic(rootTopic, byId)
  const floating = recordsIn(childrenIn(rootTopic)['detached']).map((topic) => readTopic(topic, byId))
  for (const { end1Id, end2Id } of recordsIn(sheet['relationships'])) {
    const from = byId.get(stringIn(end1Id))
    if (from !== undefined) byId.get(stringIn(end2Id))?.alsoUnder.push(from)
  }
  const own = ownPart(sheet)
  const layout = stringIn(own['layout'])
  const header = {
    title: stringIn(sheet['title']),
    body: stringIn(own['body']),
    layout: isLayout(layout) ? layout : undefined,
  }
  const isHolder = ownPart(rootTopic)['root'] === 'project'
  return { header, roots: [...(isHolder ? root.children : [root]), ...floating] }
}

const childrenIn = (topic: JsonRecord): JsonRecord => (isRecord(topic['children']) ? topic['children'] : {})

function ownPart(holder: JsonRecord): JsonRecord {
  const own = recordsIn(holder['extensions']).find(({ provider }) => provider === xmindProvider)?.['content']
  return isRecord(own) ? own : {}
}

function readTopic(topic: JsonRecord, byId: Map<string, Sprout>): Sprout {
  const title = stringIn(topic['title'])
  const own = ownPart(topic)
  const ownTitle = stringIn(own['title'])
  const made = sprout({
    title: ownTitle !== '' && linesOf(ownTitle) === title ? ownTitle : escapeHtml(title),
    body: bodyIn(topic['notes'], stringIn(own['body'])),
    status: statusOfMarkers(recordsIn(topic['markers']).map(({ markerId }) => stringIn(markerId))),
    hideChildren: topic['branch'] === 'folded',
    backgroundColor: fillIn(topic['style']),
  })
  const id = stringIn(topic['id'])
  if (id !== '' && !byId.has(id)) byId.set(id, made)
  const { attached, summary } = childrenIn(topic)
  for (const child of [...listIn(attached), ...listIn(summary)]) {
    if (isRecord(child)) made.children.push(readTopic(child, byId))
  }
  return made
}

const contentOf = (part: unknown) => (isRecord(part) ? stringIn(part['content']) : '')

function bodyIn(notes: unknown, own: string): string {
  if (!isRecord(notes)) return ''
  const plain = contentOf(notes['plain'])
  if (own !== '' && linesOf(own) === plain) return own
  const html = contentOf(notes['realHTML']) || contentOf(notes['html'])
  return html === '' ? paragraphsOf(plain.trim()) : serialise(withoutIndents(parseHtml(html).nodes))
}

function fillIn(style: unknown): string | undefined {
  const properties = isRecord(style) && isRecord(style['properties']) ? style['properties'] : {}
  return stringIn(properties['svg:fill']).slice(0, '#rrggbb'.length) || undefined
}

import { escapeHtml, isLayout, type NodeId } from '@espalier/domain'
import { parseHtml } from '../markup/html-parser.ts'
import { collapseIndents, htmlToLines, isSameHtml, linesToHtml, serializeHtml } from '../markup/html-text.ts'
import { decodeText, readArchiveParts, writeArchive } from '../model/file-content.ts'
import { ImportError, type ImportResult, toImportResult } from '../model/import-fault.ts'
import { importDetailTexts } from '../model/import-texts.ts'
import { isRecord, type JsonRecord, parseJson, stringOrEmpty, toList, toRecords } from '../model/json.ts'
import {
  buildParentIndex,
  findExtraLinks,
  type InterchangeNode,
  type InterchangeProject,
  type ParentIndex,
  type ReadOptions,
} from '../model/project.ts'
import { cleanOneLine, cleanStoredText } from '../model/text.ts'
import { readFileLists, writeFileLists } from '../planning/file-lists.ts'
import { createPlanningWriter, type PlanningWords } from '../planning/planning-words.ts'
import { buildProject, draftNode, type DraftNode, joinUnderOneRoot } from './draft-node.ts'
import { readXmind8, type Sheet } from './xmind-8.ts'
import {
  listTopicMarkers,
  readMarkerPriority,
  readMarkerStatus,
  readTaskInfo,
  writeTaskInfo,
} from './xmind-planning.ts'

const xmindProvider = 'espalier'

/** Reads XMind 2020 and later, or XMind 8, which has no content.json. */
export const readXmind = (archive: Uint8Array, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => {
    const parts = readArchiveParts(archive, ['content.json', 'content.xml', 'META-INF/manifest.xml'])
    const json = parts.get('content.json')
    const xml = parts.get('content.xml')
    const manifest = parts.get('META-INF/manifest.xml')
    if (manifest !== undefined && decodeText(manifest).includes('encryption-data'))
      throw new ImportError('archive-encrypted')
    if (json === undefined && xml === undefined) throw new ImportError('nothing-inside', importDetailTexts.noMap)
    const sheets = json === undefined ? readXmind8(decodeText(xml ?? '')) : readSheets(parseJson(decodeText(json)))
    const [first] = sheets
    if (first === undefined) throw new ImportError('nothing-inside', importDetailTexts.noSheet)
    const { title } = first.header
    const roots = sheets.flatMap((sheet) => sheet.roots)
    return buildProject(
      defaultSheetTitle.test(cleanOneLine(title ?? '')) ? { ...first.header, title: '' } : first.header,
      sheets.length > 1 ? joinUnderOneRoot('', roots, options) : roots,
      options,
    )
  })

/** The default names of a sheet. */
const defaultSheetTitle = /^(?:map|sheet|canvas|mind map) ?\d*$/iu

function readSheets(content: unknown): readonly Sheet[] {
  if (!Array.isArray(content)) throw new ImportError('broken', importDetailTexts.noSheets)
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
    lists: readFileLists(stringOrEmpty(own['lists'])),
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
  const markers = toRecords(topic['markers']).map(({ markerId }) => stringOrEmpty(markerId))
  const ownTitle = stringOrEmpty(own['title'])
  const made = draftNode({
    title: ownTitle !== '' && htmlToLines(ownTitle) === title ? ownTitle : escapeHtml(title),
    body: readNotes(topic['notes'], stringOrEmpty(own['body'])),
    status: readMarkerStatus(markers),
    hideChildren: topic['branch'] === 'folded',
    backgroundColor: readFillColor(topic['style']),
    planning: readTopicPlanning(topic, markers, own),
  })
  const id = stringOrEmpty(topic['id'])
  if (id !== '' && !byId.has(id)) byId.set(id, made)
  const { attached, summary } = getTopicChildren(topic)
  for (const child of [...toList(attached), ...toList(summary)]) {
    if (isRecord(child)) made.children.push(readTopic(child, byId))
  }
  return made
}

/** Labels are tags. What XMind has no place for is in our extension. */
function readTopicPlanning(topic: JsonRecord, markers: readonly string[], own: JsonRecord): PlanningWords {
  const { estimate, stage, fields } = own
  return {
    ...readTaskInfo(toRecords(topic['extensions'])),
    priority: readMarkerPriority(markers),
    tags: toList(topic['labels']).map(stringOrEmpty),
    estimate: stringOrEmpty(estimate),
    stage: stringOrEmpty(stage),
    fields: toList(fields).flatMap((pair) =>
      Array.isArray(pair) ? [[stringOrEmpty(pair[0]), stringOrEmpty(pair[1])] as const] : [],
    ),
  }
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

type Topic = Readonly<Record<string, unknown>>

/** Writes an archive like XMind since 2020. Values without an equivalent are in an extension that XMind ignores. */
export function writeXmind(project: InterchangeProject): Uint8Array {
  const family = buildParentIndex(project)
  const names = new Map(Array.from(family.walk(), ({ node }, index) => [node.id, `topic-${index + 1}`]))
  const roots = writeTopics(family, names, createPlanningWriter(project))
  const [only] = roots
  const rootTopic =
    roots.length === 1 && only !== undefined
      ? only
      : { ...writeBareTopic('topic-0', project.title, roots), extensions: [writeExtension({ root: 'project' })] }
  const sheet = {
    id: 'sheet-1',
    class: 'sheet',
    title: cleanStoredText(project.title),
    rootTopic,
    relationships: writeRelationships(family, names),
    extensions: [writeExtension({ body: project.body, layout: project.layout, lists: writeFileLists(project) })],
  }
  return writeArchive({
    'content.json': [sheet],
    'metadata.json': { dataStructureVersion: '2', creator: { name: 'Espalier', version: '1' } },
    'manifest.json': { 'file-entries': { 'content.json': {}, 'metadata.json': {} } },
  })
}

const writeExtension = (content: Topic): Topic => ({ provider: xmindProvider, content })

function writeTopics(
  family: ParentIndex,
  names: ReadonlyMap<NodeId, string>,
  writePlanning: ReturnType<typeof createPlanningWriter>,
): readonly Topic[] {
  const made = new Map<NodeId, Topic>()
  for (const { node } of [...family.walk()].toReversed()) {
    const below: readonly Topic[] = family.children(node.id).flatMap<Topic>(({ id }) => made.get(id) ?? [])
    const bare = writeBareTopic(names.get(node.id) ?? '', htmlToLines(node.title), below)
    made.set(node.id, writeTopic(node, bare, writePlanning(node)))
  }
  return family.roots.flatMap<Topic>(({ id }) => made.get(id) ?? [])
}

const writeBareTopic = (id: string, title: string, attached: readonly Topic[]): Topic => ({
  id,
  class: 'topic',
  title: cleanStoredText(title),
  ...(attached.length > 0 && { children: { attached } }),
})

function writeTopic(node: InterchangeNode, bare: Topic, words: PlanningWords): Topic {
  const markers = listTopicMarkers(node.status, words.priority)
  const hasOwnTitle = !isSameHtml(escapeHtml(htmlToLines(node.title)), node.title)
  const { estimate, stage, fields } = words
  const own = {
    ...(hasOwnTitle && { title: cleanStoredText(node.title) }),
    ...(node.body !== '' && { body: cleanStoredText(node.body) }),
    ...(estimate !== undefined && { estimate }),
    ...(stage !== undefined && { stage }),
    ...(fields !== undefined && { fields }),
  }
  const extensions = [...writeTaskInfo(words), ...(Object.keys(own).length > 0 ? [writeExtension(own)] : [])]
  return {
    ...bare,
    ...(node.body !== '' && { notes: writeNotes(node.body) }),
    ...(markers.length > 0 && { markers: markers.map((markerId) => ({ markerId })) }),
    ...(words.tags !== undefined && { labels: words.tags }),
    ...(node.hideChildren && { branch: 'folded' }),
    ...(node.backgroundColor !== undefined && { style: { properties: { 'svg:fill': node.backgroundColor } } }),
    ...(extensions.length > 0 && { extensions }),
  }
}

const writeNotes = (body: string) => ({
  plain: { content: cleanStoredText(htmlToLines(body)) },
  realHTML: { content: cleanStoredText(body) },
})

function writeRelationships(family: ParentIndex, names: ReadonlyMap<NodeId, string>): readonly Topic[] {
  const links = [...findExtraLinks(family)].flatMap(([from, targets]) =>
    targets.map((target) => [from, target.id] as const),
  )
  return links.map(([from, to], index) => ({
    id: `relationship-${index + 1}`,
    class: 'relationship',
    end1Id: names.get(from),
    end2Id: names.get(to),
  }))
}

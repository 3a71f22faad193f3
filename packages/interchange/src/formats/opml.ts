import { escapeHtml, isLayout, isNodeStatus, type Layout, type NodeStatus } from '@espalier/domain'
import { htmlToLines, isSameHtml, linesToHtml } from '../markup/html-text.ts'
import {
  escapeXmlText,
  findElement,
  findElements,
  readElementText,
  readXml,
  writeXmlAttributes,
  type XmlElement,
} from '../markup/xml.ts'
import { decodeText } from '../model/file-content.ts'
import { ImportError, type ImportResult, toImportResult } from '../model/import-fault.ts'
import { importDetailTexts } from '../model/import-texts.ts'
import {
  buildParentIndex,
  type InterchangeNode,
  type InterchangeProject,
  nameLinkTargets,
  type ReadOptions,
} from '../model/project.ts'
import { isRecord, parseJson } from '../model/json.ts'
import { appendAll } from '../model/text.ts'
import { readFileLists, writeFileLists } from '../planning/file-lists.ts'
import {
  createPlanningWriter,
  joinNames,
  type OwnFieldWords,
  type PlanningWords,
  splitNames,
} from '../planning/planning-words.ts'
import { buildProject, draftNode, type DraftNode, joinUnderOneRoot } from './draft-node.ts'

/** The status values of other programs. */
const foreignStatuses: ReadonlyMap<string, NodeStatus> = new Map([
  ['checked', 'done'],
  ['indeterminate', 'progress'],
])

export const readOpml = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => {
    const opml = readXml(decodeText(given))
    if (opml.name !== 'opml') throw new ImportError('broken', importDetailTexts.wrongElement(opml.name, 'opml'))
    const head = findElement(opml, 'head')
    const title = readElementText(findElement(head, 'title')).trim()
    const roots = readOutlines(findElement(opml, 'body'))
    const own = findElement(head, '_espalier')
    if (own === undefined && roots.length === 0) throw new ImportError('nothing-inside', importDetailTexts.emptyOutline)
    const hung = own === undefined ? joinUnderOneRoot(title, roots, options) : roots
    return buildProject(
      {
        title,
        body: readElementText(findElement(head, '_body')),
        layout: readLayout(own),
        lists: readFileLists(readElementText(findElement(head, '_lists'))),
      },
      hung,
      options,
    )
  })

function readLayout(own: XmlElement | undefined): Layout | undefined {
  const layout = own?.attributes['layout'] ?? ''
  return isLayout(layout) ? layout : undefined
}

function readOutlines(body: XmlElement | undefined): DraftNode[] {
  const byId = new Map<string, DraftNode>()
  const linked: (readonly [DraftNode, readonly string[]])[] = []
  const visit = (element: XmlElement): DraftNode => {
    const made = readOutline(element)
    const { _id: id, _parents: parents } = element.attributes
    if (id !== undefined && !byId.has(id)) byId.set(id, made)
    if (parents !== undefined) linked.push([made, parents.split(/\s+/u)])
    appendAll(made.children, findElements(element, 'outline').map(visit))
    return made
  }
  const roots = findElements(body, 'outline').map(visit)
  for (const [made, ids] of linked) {
    appendAll(
      made.extraParents,
      ids.flatMap((id) => byId.get(id) ?? []),
    )
  }
  return roots
}

function readOutline({ attributes: outlineAttributes }: XmlElement): DraftNode {
  const text = outlineAttributes['text'] ?? outlineAttributes['title'] ?? ''
  const note = outlineAttributes['_note'] ?? outlineAttributes['note'] ?? ''
  // A program that keeps unknown attributes may have changed the visible text: then that text counts.
  const ownTitle =
    outlineAttributes['_title'] !== undefined && titleLine(outlineAttributes['_title']) === text
      ? outlineAttributes['_title']
      : undefined
  const ownBody =
    outlineAttributes['_body'] !== undefined && htmlToLines(outlineAttributes['_body']) === note
      ? outlineAttributes['_body']
      : undefined
  return draftNode({
    title: ownTitle ?? textToTitleHtml(text),
    body: ownBody ?? (isMarkup(note) ? toNoteHtml(note) : linesToHtml(note)),
    status: readOpmlStatus(outlineAttributes),
    hideChildren: outlineAttributes['_folded'] === 'true' || outlineAttributes['collapsed'] === 'true',
    backgroundColor: outlineAttributes['_color'],
    planning: readPlanningAttributes(outlineAttributes),
  })
}

function readPlanningAttributes(attributes: XmlElement['attributes']): PlanningWords {
  const { _assignees: assignees = '', _tags: tags = '' } = attributes
  return {
    assignees: splitNames(assignees),
    startDate: attributes['_start'],
    dueDate: attributes['_due'],
    estimate: attributes['_estimate'],
    priority: attributes['_priority'],
    tags: splitNames(tags),
    stage: attributes['_stage'],
    fields: readOwnFields(attributes['_fields']),
  }
}

/** Own fields have names that no attribute can have, so they are an object in one attribute. */
function readOwnFields(text = ''): readonly OwnFieldWords[] {
  if (text === '') return []
  try {
    const values = parseJson(text)
    if (!isRecord(values)) return []
    return Object.entries(values).map(([name, value]): OwnFieldWords => [name, String(value)])
  } catch (error) {
    if (error instanceof ImportError) return []
    throw error
  }
}

const titleLine = (html: string): string => htmlToLines(html).replaceAll('\n', ' ')

function readOpmlStatus(attributes: XmlElement['attributes']): NodeStatus {
  const status = attributes['_status']
  if (isNodeStatus(status)) return status
  const isComplete = attributes['_complete'] === 'true' || attributes['complete'] === 'true'
  return isComplete ? 'done' : (foreignStatuses.get(status ?? '') ?? 'todo')
}

const markup =
  /<\/?(?:a|b|i|u|s|em|strong|code|span|br|sub|sup|p|ul|ol|li|mark|time)(?:\s[^<>]*)?\/?>|&(?:amp|lt|gt|quot|nbsp|#\d+|#x[\da-f]+);/iu
const isMarkup = (text: string): boolean => markup.test(text)

const textToTitleHtml = (text: string): string => (isMarkup(text) ? text : escapeHtml(text))

/** Converts lines with markup, as outliners write notes. */
const toNoteHtml = (note: string): string =>
  /<(?:p|ul|ol)[\s>]/iu.test(note)
    ? note
    : note
        .split(/\r\n?|\n/u)
        .map((line) => `<p>${line === '' ? '<br>' : line}</p>`)
        .join('')

export function writeOpml(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const names = nameLinkTargets(family)
  const writePlanning = createPlanningWriter(project)
  const lists = writeFileLists(project)
  const lines: string[] = []
  const open: number[] = []
  const closeTo = (depth: number) => {
    while (open.length > depth) lines.push(`${' '.repeat(open.pop() ?? 0)}</outline>`)
  }
  for (const { node, depth } of family.walk()) {
    closeTo(depth)
    const extra = family.extraParents(node).flatMap(({ id }) => names.get(id) ?? [])
    const attributes = writeXmlAttributes({
      ...toOutlineAttributes(node, names.get(node.id), extra),
      ...toPlanningAttributes(writePlanning(node)),
    })
    const hasChildren = family.children(node.id).length > 0
    lines.push(`${' '.repeat(depth)}<outline${attributes}${hasChildren ? '>' : '/>'}`)
    if (hasChildren) open.push(depth)
  }
  closeTo(0)
  const head = [
    `<title>${escapeXmlText(project.title)}</title>`,
    `<_espalier${writeXmlAttributes({ version: '1', layout: project.layout })}/>`,
    ...(project.body === '' ? [] : [`<_body>${escapeXmlText(project.body)}</_body>`]),
    ...(lists === undefined ? [] : [`<_lists>${escapeXmlText(lists)}</_lists>`]),
  ]
  const top = ['<?xml version="1.0" encoding="UTF-8"?>', '<opml version="2.0">', '<head>', ...head, '</head>', '<body>']
  return [...top, ...lines, '</body>', '</opml>', ''].join('\n')
}

const toPlanningAttributes = (words: PlanningWords): Record<string, string | undefined> => ({
  _assignees: joinNames(words.assignees),
  _start: words.startDate,
  _due: words.dueDate,
  _estimate: words.estimate,
  _priority: words.priority,
  _tags: joinNames(words.tags),
  _stage: words.stage,
  _fields: words.fields && JSON.stringify(Object.fromEntries(words.fields)),
})

function toOutlineAttributes(
  node: InterchangeNode,
  id: string | undefined,
  extra: readonly string[],
): Record<string, string | undefined> {
  const text = titleLine(node.title)
  const note = htmlToLines(node.body)
  return {
    text,
    _title: isSameHtml(textToTitleHtml(text), node.title) ? undefined : node.title,
    _note: note === '' ? undefined : note,
    _body: isSameHtml(linesToHtml(note), node.body) && !isMarkup(note) ? undefined : node.body,
    _status: node.status === 'todo' ? undefined : node.status,
    _complete: node.status === 'done' ? 'true' : undefined,
    _folded: node.hideChildren ? 'true' : undefined,
    _color: node.backgroundColor,
    _id: id,
    _parents: extra.length === 0 ? undefined : extra.join(' '),
  }
}

import { escapeHtml, isLayout, type NodeStatus } from '@espalier/domain'
import { parseHtml } from '../markup/html-parser.ts'
import {
  collapseIndents,
  linesToHtml,
  readInlineText,
  serializeHtml,
  serializeXhtml,
  unwrapParagraph,
} from '../markup/html-text.ts'
import {
  findElement,
  findElements,
  readElementText,
  readXml,
  toXmlText,
  writeXmlAttributes,
  type XmlElement,
} from '../markup/xml.ts'
import { decodeText } from '../model/file-content.ts'
import { ImportError, type ImportResult, toImportResult } from '../model/import-fault.ts'
import { importDetailTexts } from '../model/import-texts.ts'
import {
  buildParentIndex,
  findExtraLinks,
  type InterchangeNode,
  type InterchangeProject,
  type ReadOptions,
} from '../model/project.ts'
import { appendAll } from '../model/text.ts'
import { readFileLists, writeFileLists } from '../planning/file-lists.ts'
import { createPlanningWriter } from '../planning/planning-words.ts'
import { buildProject, draftNode, type DraftNode } from './draft-node.ts'
import { readFreemindPlanning, writeFreemindPlanning } from './freemind-planning.ts'

/**
 * Converts XML elements to HTML without namespace prefixes. It avoids recursion, because tags may be nested deeper than
 * the stack.
 */
function xmlToHtml(element: XmlElement): string {
  let html = ''
  const waiting: (XmlElement | string | { readonly closing: string })[] = element.children.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') html += escapeHtml(next)
    else if ('closing' in next) html += next.closing
    else {
      const name = next.name.replace(/^.*:/u, '')
      const attributeTexts = Object.entries(next.attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
      html += `<${name}${attributeTexts.join('')}>`
      if (name === 'br') continue
      waiting.push({ closing: `</${name}>` })
      for (const child of next.children.toReversed()) waiting.push(child)
    }
  }
  return html
}

/** Returns the rich text of an element that contains a page of HTML, or plain lines. */
function readRichText(holder: XmlElement, kind: 'title' | 'body'): string {
  const page = findElement(holder, 'html')
  if (page === undefined)
    return kind === 'body' ? linesToHtml(readElementText(holder).trim()) : escapeHtml(readElementText(holder).trim())
  const html = xmlToHtml(findElement(page, 'body') ?? page)
  if (holder.attributes['xml:space'] === 'preserve') return html
  const { nodes } = parseHtml(html)
  const shown = collapseIndents(nodes).filter((node, at, all) => node !== ' ' || (at > 0 && at < all.length - 1))
  return serializeHtml(kind === 'title' ? unwrapParagraph(shown) : shown)
}

const writeHtmlPage = (html: string): string =>
  `<html><head></head><body>${serializeXhtml(parseHtml(toXmlText(html)).nodes)}</body></html>`

/** The icons that FreeMind and Freeplane users put on tasks. */
const statusByIcon: ReadonlyMap<string, NodeStatus> = new Map([
  ['button_ok', 'done'],
  ['checked', 'done'],
  ['100%', 'done'],
  ['hourglass', 'progress'],
  ['prepare', 'progress'],
  ['25%', 'progress'],
  ['50%', 'progress'],
  ['75%', 'progress'],
])

export const readFreemind = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => {
    const map = readXml(decodeText(given))
    if (map.name !== 'map') throw new ImportError('broken', importDetailTexts.wrongElement(map.name, 'map'))
    const root = findElement(map, 'node')
    if (root === undefined) throw new ImportError('nothing-inside', importDetailTexts.noNode)
    const { ESPALIER_TITLE: title = '', ESPALIER_BODY: body, ESPALIER_LAYOUT: layout = '' } = map.attributes
    const lists = readFileLists(map.attributes['ESPALIER_LISTS'])
    const read = readFreemindNodes(root)
    const roots = root.attributes['ESPALIER_ROOT'] === 'project' ? read.children : [read]
    return buildProject({ title, body, layout: isLayout(layout) ? layout : undefined, lists }, roots, options)
  })

function readFreemindNodes(root: XmlElement): DraftNode {
  const byId = new Map<string, DraftNode>()
  const arrows: (readonly [from: DraftNode, to: string])[] = []
  const visit = (element: XmlElement): DraftNode => {
    const made = readFreemindNode(element)
    const id = element.attributes['ID']
    if (id !== undefined && !byId.has(id)) byId.set(id, made)
    for (const arrow of findElements(element, 'arrowlink')) arrows.push([made, arrow.attributes['DESTINATION'] ?? ''])
    appendAll(made.children, findElements(element, 'node').map(visit))
    return made
  }
  const top = visit(root)
  for (const [from, to] of arrows) byId.get(to)?.extraParents.push(from)
  return top
}

function readFreemindNode(element: XmlElement): DraftNode {
  const { TEXT, LOCALIZED_TEXT, FOLDED, BACKGROUND_COLOR } = element.attributes
  const contents = findElements(element, 'richcontent')
  const ofType = (type: string) => contents.find(({ attributes }) => attributes['TYPE']?.toUpperCase() === type)
  const title = ofType('NODE')
  const bodies = [ofType('DETAILS'), ofType('NOTE')].flatMap((content) => content ?? [])
  return draftNode({
    title: title === undefined ? escapeHtml(TEXT ?? humanizeKey(LOCALIZED_TEXT ?? '')) : readRichText(title, 'title'),
    body: bodies.map((content) => readRichText(content, 'body')).join(''),
    status: readIconStatus(element),
    hideChildren: FOLDED === 'true',
    backgroundColor: BACKGROUND_COLOR,
    planning: readFreemindPlanning(element),
  })
}

const humanizeKey = (key: string): string => key.replaceAll(/[_.]+/gu, ' ')

function readIconStatus(element: XmlElement): NodeStatus {
  const found = findElements(element, 'icon').flatMap(
    ({ attributes }) => statusByIcon.get(attributes['BUILTIN'] ?? '') ?? [],
  )
  return found.includes('done') ? 'done' : (found[0] ?? 'todo')
}

const iconByStatus: Readonly<Record<NodeStatus, string | undefined>> = {
  todo: undefined,
  progress: 'hourglass',
  done: 'button_ok',
}

/** Writes a FreeMind map that Freeplane opens as well. Values that neither knows are in attributes that both ignore. */
export function writeFreemind(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const numbers = new Map(Array.from(family.walk(), ({ node }, index) => [node.id, `ID_${index + 1}`]))
  const links = findExtraLinks(family)
  const writePlanning = createPlanningWriter(project)
  const hasOneRoot = family.roots.length === 1
  const lines: string[] = []
  let open = 0
  for (const { node, depth } of family.walk()) {
    for (; open > depth; open -= 1) lines.push('</node>')
    const targets = (links.get(node.id) ?? []).map(({ id }) => numbers.get(id) ?? '')
    appendAll(lines, writeOpenNode(node, numbers.get(node.id) ?? '', targets))
    appendAll(lines, writeFreemindPlanning(writePlanning(node)))
    open += 1
  }
  for (; open > 0; open -= 1) lines.push('</node>')
  const map = writeXmlAttributes({
    version: '1.0.1',
    ESPALIER_TITLE: project.title,
    ESPALIER_BODY: project.body === '' ? undefined : project.body,
    ESPALIER_LAYOUT: project.layout,
    ESPALIER_LISTS: writeFileLists(project),
  })
  const top = `<node${writeXmlAttributes({ TEXT: project.title, ESPALIER_ROOT: 'project' })}>`
  const held = hasOneRoot ? lines : [top, ...lines, '</node>']
  return [`<map${map}>`, ...held, '</map>', ''].join('\n')
}

function writeOpenNode(node: InterchangeNode, id: string, targets: readonly string[]): readonly string[] {
  const { nodes } = parseHtml(node.title)
  const isPlain = nodes.every((part) => typeof part === 'string')
  const attributes = writeXmlAttributes({
    ID: id,
    TEXT: isPlain ? readInlineText(nodes) : undefined,
    FOLDED: node.hideChildren ? 'true' : undefined,
    BACKGROUND_COLOR: node.backgroundColor,
  })
  const icon = iconByStatus[node.status]
  return [
    `<node${attributes}>`,
    ...(isPlain ? [] : [richContent('NODE', node.title)]),
    ...(node.body === '' ? [] : [richContent('NOTE', node.body)]),
    ...(icon === undefined ? [] : [`<icon BUILTIN="${icon}"/>`]),
    ...targets.map((target) => `<arrowlink DESTINATION="${target}" STARTARROW="None" ENDARROW="Default"/>`),
  ]
}

const richContent = (type: 'NODE' | 'NOTE', html: string): string =>
  `<richcontent TYPE="${type}" xml:space="preserve">${writeHtmlPage(toXmlText(html))}</richcontent>`

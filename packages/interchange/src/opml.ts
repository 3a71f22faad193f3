import { escapeHtml, isLayout, isNodeStatus, type Layout, type NodeStatus } from '@espalier/domain'
import { append } from './append.ts'
import { decodeText } from './decode-text.ts'
import { familyOf, linkNames } from './family.ts'
import { type ImportResult, reading, Refused } from './fault.ts'
import { linesOf, paragraphsOf } from './html/lines.ts'
import { isSameHtml } from './html/serialise.ts'
import type { InterchangeNode, InterchangeProject, ReadOptions } from './model.ts'
import { projectFrom, sprout, type Sprout, underOneRoot } from './sprout.ts'
import { elementIn, elementsIn, readXml, textOf, type XmlElement } from './xml/read-xml.ts'
import { attributes, escapeText } from './xml/write-xml.ts'

/** What others write for a status, and what we do. */
const statuses: ReadonlyMap<string, NodeStatus> = new Map([
  ['checked', 'done'],
  ['indeterminate', 'progress'],
])

export const readOpml = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  reading(() => {
    const opml = readXml(decodeText(given))
    if (opml.name !== 'opml') throw new Refused('broken', `it begins with <${opml.name}>, not with <opml>`)
    const head = elementIn(opml, 'head')
    const title = textOf(elementIn(head, 'title')).trim()
    const roots = readOutlines(elementIn(opml, 'body'))
    const own = elementIn(head, '_espalier')
    if (own === undefined && roots.length === 0) throw new Refused('nothing-inside', 'the outline is empty')
    const hung = own === undefined ? underOneRoot(title, roots, options) : roots
    return projectFrom({ title, body: textOf(elementIn(head, '_body')), layout: layoutOf(own) }, hung, options)
  })

function layoutOf(own: XmlElement | undefined): Layout | undefined {
  const layout = own?.attributes['layout'] ?? ''
  return isLayout(layout) ? layout : undefined
}

function readOutlines(body: XmlElement | undefined): Sprout[] {
  const byId = new Map<string, Sprout>()
  const linked: (readonly [Sprout, readonly string[]])[] = []
  const visit = (element: XmlElement): Sprout => {
    const made = readOutline(element)
    const { _id: id, _parents: parents } = element.attributes
    if (id !== undefined && !byId.has(id)) byId.set(id, made)
    if (parents !== undefined) linked.push([made, parents.split(/\s+/u)])
    append(made.children, elementsIn(element, 'outline').map(visit))
    return made
  }
  const roots = elementsIn(body, 'outline').map(visit)
  for (const [made, ids] of linked) {
    append(
      made.alsoUnder,
      ids.flatMap((id) => byId.get(id) ?? []),
    )
  }
  return roots
}

function readOutline({ attributes: said }: XmlElement): Sprout {
  const text = said['text'] ?? said['title'] ?? ''
  const note = said['_note'] ?? said['note'] ?? ''
  // A program that keeps what it does not know may have changed the words beside it: then those count.
  const ownTitle = said['_title'] !== undefined && titleLine(said['_title']) === text ? said['_title'] : undefined
  const ownBody = said['_body'] !== undefined && linesOf(said['_body']) === note ? said['_body'] : undefined
  return sprout({
    title: ownTitle ?? asTitle(text),
    body: ownBody ?? (isMarkup(note) ? markedLines(note) : paragraphsOf(note)),
    status: statusIn(said),
    hideChildren: said['_folded'] === 'true' || said['collapsed'] === 'true',
    backgroundColor: said['_color'],
  })
}

const titleLine = (html: string): string => linesOf(html).replaceAll('\n', ' ')

function statusIn(said: XmlElement['attributes']): NodeStatus {
  const status = said['_status']
  if (isNodeStatus(status)) return status
  const isComplete = said['_complete'] === 'true' || said['complete'] === 'true'
  return isComplete ? 'done' : (statuses.get(status ?? '') ?? 'todo')
}

const markup =
  /<\/?(?:a|b|i|u|s|em|strong|code|span|br|sub|sup|p|ul|ol|li|mark|time)(?:\s[^<>]*)?\/?>|&(?:amp|lt|gt|quot|nbsp|#\d+|#x[\da-f]+);/iu
const isMarkup = (text: string): boolean => markup.test(text)

const asTitle = (text: string): string => (isMarkup(text) ? text : escapeHtml(text))

/** Lines that hold markup, as outliners write notes. */
const markedLines = (note: string): string =>
  /<(?:p|ul|ol)[\s>]/iu.test(note)
    ? note
    : note
        .split(/\r\n?|\n/u)
        .map((line) => `<p>${line === '' ? '<br>' : line}</p>`)
        .join('')

export function writeOpml(project: InterchangeProject): string {
  const family = familyOf(project)
  const names = linkNames(family)
  const lines: string[] = []
  const open: number[] = []
  const closeTo = (depth: number) => {
    while (open.length > depth) lines.push(`${' '.repeat(open.pop() ?? 0)}</outline>`)
  }
  for (const { node, depth } of family.walk()) {
    closeTo(depth)
    const extra = family.extraParentsOf(node).flatMap(({ id }) => names.get(id) ?? [])
    const said = attributes(outlineOf(node, names.get(node.id), extra))
    const hasChildren = family.childrenOf(node.id).length > 0
    lines.push(`${' '.repeat(depth)}<outline${said}${hasChildren ? '>' : '/>'}`)
    if (hasChildren) open.push(depth)
  }
  closeTo(0)
  const head = [
    `<title>${escapeText(project.title)}</title>`,
    `<_espalier${attributes({ version: '1', layout: project.layout })}/>`,
    ...(project.body === '' ? [] : [`<_body>${escapeText(project.body)}</_body>`]),
  ]
  const top = ['<?xml version="1.0" encoding="UTF-8"?>', '<opml version="2.0">', '<head>', ...head, '</head>', '<body>']
  return [...top, ...lines, '</body>', '</opml>', ''].join('\n')
}

function outlineOf(
  node: InterchangeNode,
  id: string | undefined,
  extra: readonly string[],
): Record<string, string | undefined> {
  const text = titleLine(node.title)
  const note = linesOf(node.body)
  return {
    text,
    _title: isSameHtml(asTitle(text), node.title) ? undefined : node.title,
    _note: note === '' ? undefined : note,
    _body: isSameHtml(paragraphsOf(note), node.body) && !isMarkup(note) ? undefined : node.body,
    _status: node.status === 'todo' ? undefined : node.status,
    _complete: node.status === 'done' ? 'true' : undefined,
    _folded: node.hideChildren ? 'true' : undefined,
    _color: node.backgroundColor,
    _id: id,
    _parents: extra.length === 0 ? undefined : extra.join(' '),
  }
}

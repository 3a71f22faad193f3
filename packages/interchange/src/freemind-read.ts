import { escapeHtml, isLayout, type NodeStatus } from '@espalier/domain'
import { appendAll } from './append.ts'
import { decodeText } from './decode-text.ts'
import { type ImportResult, toImportResult, ImportError } from './fault.ts'
import type { ReadOptions } from './model.ts'
import { buildProject, draftNode, type DraftNode } from './sprout.ts'
import { readRichText } from './xml/html-in-xml.ts'
import { findElement, findElements, readXml, type XmlElement } from './xml/read-xml.ts'

/** The signs that FreeMind's and Freeplane's users put on tasks. */
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
    if (map.name !== 'map') throw new ImportError('broken', `it begins with <${map.name}>, not with <map>`)
    const root = findElement(map, 'node')
    if (root === undefined) throw new ImportError('nothing-inside', 'the map has no node')
    const { ESPALIER_TITLE: title, ESPALIER_BODY: body, ESPALIER_LAYOUT: layout = '' } = map.attributes
    const read = readFreemindNodes(root)
    const roots = root.attributes['ESPALIER_ROOT'] === 'project' ? read.children : [read]
    return buildProject({ title: title ?? '', body, layout: isLayout(layout) ? layout : undefined }, roots, options)
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
  })
}

const humanizeKey = (key: string): string => key.replaceAll(/[_.]+/gu, ' ')

function readIconStatus(element: XmlElement): NodeStatus {
  const found = findElements(element, 'icon').flatMap(({ attributes }) => statusByIcon.get(attributes['BUILTIN'] ?? '') ?? [])
  return found.includes('done') ? 'done' : (found[0] ?? 'todo')
}

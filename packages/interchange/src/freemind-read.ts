import { escapeHtml, isLayout, type NodeStatus } from '@espalier/domain'
import { append } from './append.ts'
import { decodeText } from './decode-text.ts'
import { type ImportResult, reading, Refused } from './fault.ts'
import type { ReadOptions } from './model.ts'
import { projectFrom, sprout, type Sprout } from './sprout.ts'
import { richTextIn } from './xml/html-in-xml.ts'
import { elementIn, elementsIn, readXml, type XmlElement } from './xml/read-xml.ts'

/** The signs that FreeMind's and Freeplane's users put on tasks. */
const icons: ReadonlyMap<string, NodeStatus> = new Map([
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
  reading(() => {
    const map = readXml(decodeText(given))
    if (map.name !== 'map') throw new Refused('broken', `it begins with <${map.name}>, not with <map>`)
    const root = elementIn(map, 'node')
    if (root === undefined) throw new Refused('nothing-inside', 'the map has no node')
    const { ESPALIER_TITLE: title, ESPALIER_BODY: body, ESPALIER_LAYOUT: layout = '' } = map.attributes
    const read = readNodes(root)
    const roots = root.attributes['ESPALIER_ROOT'] === 'project' ? read.children : [read]
    return projectFrom({ title: title ?? '', body, layout: isLayout(layout) ? layout : undefined }, roots, options)
  })

function readNodes(root: XmlElement): Sprout {
  const byId = new Map<string, Sprout>()
  const arrows: (readonly [from: Sprout, to: string])[] = []
  const visit = (element: XmlElement): Sprout => {
    const made = readNode(element)
    const id = element.attributes['ID']
    if (id !== undefined && !byId.has(id)) byId.set(id, made)
    for (const arrow of elementsIn(element, 'arrowlink')) arrows.push([made, arrow.attributes['DESTINATION'] ?? ''])
    append(made.children, elementsIn(element, 'node').map(visit))
    return made
  }
  const top = visit(root)
  for (const [from, to] of arrows) byId.get(to)?.alsoUnder.push(from)
  return top
}

function readNode(element: XmlElement): Sprout {
  const { TEXT, LOCALIZED_TEXT, FOLDED, BACKGROUND_COLOR } = element.attributes
  const contents = elementsIn(element, 'richcontent')
  const ofType = (type: string) => contents.find(({ attributes }) => attributes['TYPE']?.toUpperCase() === type)
  const title = ofType('NODE')
  const bodies = [ofType('DETAILS'), ofType('NOTE')].flatMap((content) => content ?? [])
  return sprout({
    title: title === undefined ? escapeHtml(TEXT ?? spoken(LOCALIZED_TEXT ?? '')) : richTextIn(title, 'title'),
    body: bodies.map((content) => richTextIn(content, 'body')).join(''),
    status: statusOf(element),
    hideChildren: FOLDED === 'true',
    backgroundColor: BACKGROUND_COLOR,
  })
}

const spoken = (key: string): string => key.replaceAll(/[_.]+/gu, ' ')

function statusOf(element: XmlElement): NodeStatus {
  const found = elementsIn(element, 'icon').flatMap(({ attributes }) => icons.get(attributes['BUILTIN'] ?? '') ?? [])
  return found.includes('done') ? 'done' : (found[0] ?? 'todo')
}

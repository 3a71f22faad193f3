import { escapeHtml } from '@espalier/domain'
import { Refused } from './fault.ts'
import { paragraphsOf } from './html/lines.ts'
import { type Header, sprout, type Sprout } from './sprout.ts'
import { elementIn, elementsIn, readXml, textOf, type XmlElement } from './xml/read-xml.ts'
import { statusOfMarkers } from './xmind-status.ts'

export interface Sheet {
  readonly header: Header
  readonly roots: readonly Sprout[]
}

/** The sheets of a content.xml. Colours stand in another part of the archive and are left there. */
export function readXmind8(text: string): readonly Sheet[] {
  const content = readXml(text)
  if (content.name !== 'xmap-content') throw new Refused('broken', 'content.xml holds no map')
  return elementsIn(content, 'sheet').flatMap((sheet) => {
    const topic = elementIn(sheet, 'topic')
    return topic === undefined ? [] : readSheet(sheet, topic)
  })
}

function readSheet(sheet: XmlElement, rootTopic: XmlElement): Sheet {
  const byId = new Map<string, Sprout>()
  const root = readTopic(rootTopic, byId)
  const floating = topicsIn(rootTopic, 'detached').map((topic) => readTopic(topic, byId))
  for (const { attributes } of elementsIn(elementIn(sheet, 'relationships'), 'relationship')) {
    const from = byId.get(attributes['end1'] ?? '')
    if (from !== undefined) byId.get(attributes['end2'] ?? '')?.alsoUnder.push(from)
  }
  return { header: { title: textOf(elementIn(sheet, 'title')) }, roots: [root, ...floating] }
}

const topicsIn = (topic: XmlElement, type: string): readonly XmlElement[] =>
  elementsIn(elementIn(topic, 'children'), 'topics').flatMap((topics) =>
    topics.attributes['type'] === type ? elementsIn(topics, 'topic') : [],
  )

function readTopic(topic: XmlElement, byId: Map<string, Sprout>): Sprout {
  const markers = elementsIn(elementIn(topic, 'marker-refs'), 'marker-ref')
  const notes = elementIn(topic, 'notes')
  const made = sprout({
    title: escapeHtml(textOf(elementIn(topic, 'title'))),
    body: paragraphsOf(textOf(elementIn(notes, 'plain') ?? elementIn(notes, 'html')).trim()),
    status: statusOfMarkers(markers.map(({ attributes }) => attributes['marker-id'] ?? '')),
    hideChildren: topic.attributes['branch'] === 'folded',
  })
  const id = topic.attributes['id']
  if (id !== undefined && !byId.has(id)) byId.set(id, made)
  for (const child of [...topicsIn(topic, 'attached'), ...topicsIn(topic, 'summary')]) {
    made.children.push(readTopic(child, byId))
  }
  return made
}

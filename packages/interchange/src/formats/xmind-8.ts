import { escapeHtml } from '@espalier/domain'
import { linesToHtml } from '../markup/html-text.ts'
import { findElement, findElements, readElementText, readXml, type XmlElement } from '../markup/xml.ts'
import { ImportError } from '../model/import-fault.ts'
import { importDetailTexts } from '../model/import-texts.ts'
import { draftNode, type DraftNode, type ProjectHeader } from './draft-node.ts'
import { readMarkerPriority, readMarkerStatus, readTaskValues, taskInfoProvider } from './xmind-planning.ts'

export interface Sheet {
  readonly header: ProjectHeader
  readonly roots: readonly DraftNode[]
}

/** Reads the sheets of a content.xml. Colors are in another part of the archive and are ignored. */
export function readXmind8(text: string): readonly Sheet[] {
  const content = readXml(text)
  if (content.name !== 'xmap-content') throw new ImportError('broken', importDetailTexts.noMapInXml)
  return findElements(content, 'sheet').flatMap((sheet) => {
    const topic = findElement(sheet, 'topic')
    return topic === undefined ? [] : readSheet(sheet, topic)
  })
}

function readSheet(sheet: XmlElement, rootTopic: XmlElement): Sheet {
  const byId = new Map<string, DraftNode>()
  const root = readTopic(rootTopic, byId)
  const floating = findTopics(rootTopic, 'detached').map((topic) => readTopic(topic, byId))
  for (const { attributes } of findElements(findElement(sheet, 'relationships'), 'relationship')) {
    const from = byId.get(attributes['end1'] ?? '')
    if (from !== undefined) byId.get(attributes['end2'] ?? '')?.extraParents.push(from)
  }
  return { header: { title: readElementText(findElement(sheet, 'title')) }, roots: [root, ...floating] }
}

const findTopics = (topic: XmlElement, type: string): readonly XmlElement[] =>
  findElements(findElement(topic, 'children'), 'topics').flatMap((topics) =>
    topics.attributes['type'] === type ? findElements(topics, 'topic') : [],
  )

function readTopic(topic: XmlElement, byId: Map<string, DraftNode>): DraftNode {
  const markers = findElements(findElement(topic, 'marker-refs'), 'marker-ref').map(
    ({ attributes }) => attributes['marker-id'] ?? '',
  )
  const notes = findElement(topic, 'notes')
  const made = draftNode({
    title: escapeHtml(readElementText(findElement(topic, 'title'))),
    body: linesToHtml(readElementText(findElement(notes, 'plain') ?? findElement(notes, 'html')).trim()),
    status: readMarkerStatus(markers),
    hideChildren: topic.attributes['branch'] === 'folded',
    planning: {
      ...readTaskValues(readTaskElements(topic)),
      priority: readMarkerPriority(markers),
      tags: findElements(findElement(topic, 'labels'), 'label').map(readElementText),
    },
  })
  const id = topic.attributes['id']
  if (id !== undefined && !byId.has(id)) byId.set(id, made)
  for (const child of [...findTopics(topic, 'attached'), ...findTopics(topic, 'summary')]) {
    made.children.push(readTopic(child, byId))
  }
  return made
}

/** Returns the values of a topic's task information by their names. */
function readTaskElements(topic: XmlElement): ReadonlyMap<string, string> {
  const content = findElements(findElement(topic, 'extensions'), 'extension')
    .filter(({ attributes }) => attributes['provider'] === taskInfoProvider)
    .flatMap((extension) => findElement(extension, 'content')?.children ?? [])
  return new Map(content.flatMap((child) => (typeof child === 'string' ? [] : [[child.name, readElementText(child)]])))
}

import { escapeHtml, type NodeId } from '@espalier/domain'
import { writeArchive } from './archive.ts'
import { findExtraLinks, type ParentIndex, buildParentIndex } from './family.ts'
import { htmlToLines } from './html/lines.ts'
import { isSameHtml } from './html/serialise.ts'
import type { InterchangeNode, InterchangeProject } from './model.ts'
import { cleanStoredText } from './storable.ts'
import { xmindProvider } from './xmind-read.ts'
import { markerByStatus } from './xmind-status.ts'

type Topic = Readonly<Record<string, unknown>>

/** An archive as XMind writes it since 2020. What XMind has no place for stands in an extension that it passes over. */
export function writeXmind(project: InterchangeProject): Uint8Array {
  const family = buildParentIndex(project)
  const names = new Map(Array.from(family.walk(), ({ node }, index) => [node.id, `topic-${index + 1}`]))
  const roots = writeTopics(family, names)
  const [only] = roots
  const rootTopic =
    roots.length === 1 && only !== undefined
      ? only
      : { ...writeBareTopic('topic-0', project.title, roots), ...writeExtension({ root: 'project' }) }
  const sheet = {
    id: 'sheet-1',
    class: 'sheet',
    title: cleanStoredText(project.title),
    rootTopic,
    relationships: writeRelationships(family, names),
    ...writeExtension({ body: project.body, layout: project.layout }),
  }
  return writeArchive({
    'content.json': [sheet],
    'metadata.json': { dataStructureVersion: '2', creator: { name: 'Espalier', version: '1' } },
    'manifest.json': { 'file-entries': { 'content.json': {}, 'metadata.json': {} } },
  })
}

const writeExtension = (content: Topic) => ({ extensions: [{ provider: xmindProvider, content }] })

function writeTopics(family: ParentIndex, names: ReadonlyMap<NodeId, string>): readonly Topic[] {
  const made = new Map<NodeId, Topic>()
  for (const { node } of [...family.walk()].toReversed()) {
    const below: readonly Topic[] = family.children(node.id).flatMap<Topic>(({ id }) => made.get(id) ?? [])
    made.set(node.id, writeTopic(node, names.get(node.id) ?? '', below))
  }
  return family.roots.flatMap<Topic>(({ id }) => made.get(id) ?? [])
}

const writeBareTopic = (id: string, title: string, attached: readonly Topic[]): Topic => ({
  id,
  class: 'topic',
  title: cleanStoredText(title),
  ...(attached.length > 0 && { children: { attached } }),
})

function writeTopic(node: InterchangeNode, id: string, attached: readonly Topic[]): Topic {
  const title = htmlToLines(node.title)
  const marker = markerByStatus[node.status]
  const hasOwnTitle = !isSameHtml(escapeHtml(title), node.title)
  const own = {
    ...(hasOwnTitle && { title: cleanStoredText(node.title) }),
    ...(node.body !== '' && { body: cleanStoredText(node.body) }),
  }
  return {
    ...writeBareTopic(id, title, attached),
    ...(node.body !== '' && { notes: writeNotes(node.body) }),
    ...(marker !== undefined && { markers: [{ markerId: marker }] }),
    ...(node.hideChildren && { branch: 'folded' }),
    ...(node.backgroundColor !== undefined && { style: { properties: { 'svg:fill': node.backgroundColor } } }),
    ...(Object.keys(own).length > 0 && writeExtension(own)),
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

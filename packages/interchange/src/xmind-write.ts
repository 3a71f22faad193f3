import { escapeHtml, type NodeId } from '@espalier/domain'
import { archiveOf } from './archive.ts'
import { extraLinksOf, type Family, familyOf } from './family.ts'
import { linesOf } from './html/lines.ts'
import { isSameHtml } from './html/serialise.ts'
import type { InterchangeNode, InterchangeProject } from './model.ts'
import { storable } from './storable.ts'
import { xmindProvider } from './xmind-read.ts'
import { markerOf } from './xmind-status.ts'

type Topic = Readonly<Record<string, unknown>>

/** An archive as XMind writes it since 2020. What XMind has no place for stands in an extension that it passes over. */
export function writeXmind(project: InterchangeProject): Uint8Array {
  const family = familyOf(project)
  const names = new Map(Array.from(family.walk(), ({ node }, index) => [node.id, `topic-${index + 1}`]))
  const roots = topicsOf(family, names)
  const [only] = roots
  const rootTopic =
    roots.length === 1 && only !== undefined
      ? only
      : { ...topic('topic-0', project.title, roots), ...ownPart({ root: 'project' }) }
  const sheet = {
    id: 'sheet-1',
    class: 'sheet',
    title: storable(project.title),
    rootTopic,
    relationships: relationshipsOf(family, names),
    ...ownPart({ body: project.body, layout: project.layout }),
  }
  return archiveOf({
    'content.json': [sheet],
    'metadata.json': { dataStructureVersion: '2', creator: { name: 'Espalier', version: '1' } },
    'manifest.json': { 'file-entries': { 'content.json': {}, 'metadata.json': {} } },
  })
}

const ownPart = (content: Topic) => ({ extensions: [{ provider: xmindProvider, content }] })

function topicsOf(family: Family, names: ReadonlyMap<NodeId, string>): readonly Topic[] {
  const made = new Map<NodeId, Topic>()
  for (const { node } of [...family.walk()].toReversed()) {
    const below: readonly Topic[] = family.childrenOf(node.id).flatMap<Topic>(({ id }) => made.get(id) ?? [])
    made.set(node.id, topicOf(node, names.get(node.id) ?? '', below))
  }
  return family.roots.flatMap<Topic>(({ id }) => made.get(id) ?? [])
}

const topic = (id: string, title: string, attached: readonly Topic[]): Topic => ({
  id,
  class: 'topic',
  title: storable(title),
  ...(attached.length > 0 && { children: { attached } }),
})

function topicOf(node: InterchangeNode, id: string, attached: readonly Topic[]): Topic {
  const title = linesOf(node.title)
  const marker = markerOf[node.status]
  const hasOwnTitle = !isSameHtml(escapeHtml(title), node.title)
  const own = {
    ...(hasOwnTitle && { title: storable(node.title) }),
    ...(node.body !== '' && { body: storable(node.body) }),
  }
  return {
    ...topic(id, title, attached),
    ...(node.body !== '' && { notes: notesOf(node.body) }),
    ...(marker !== undefined && { markers: [{ markerId: marker }] }),
    ...(node.hideChildren && { branch: 'folded' }),
    ...(node.backgroundColor !== undefined && { style: { properties: { 'svg:fill': node.backgroundColor } } }),
    ...(Object.keys(own).length > 0 && ownPart(own)),
  }
}

const notesOf = (body: string) => ({
  plain: { content: storable(linesOf(body)) },
  realHTML: { content: storable(body) },
})

function relationshipsOf(family: Family, names: ReadonlyMap<NodeId, string>): readonly Topic[] {
  const links = [...extraLinksOf(family)].flatMap(([from, targets]) =>
    targets.map((target) => [from, target.id] as const),
  )
  return links.map(([from, to], index) => ({
    id: `relationship-${index + 1}`,
    class: 'relationship',
    end1Id: names.get(from),
    end2Id: names.get(to),
  }))
}

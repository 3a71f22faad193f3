import { z } from 'zod'

import type { DescriptionEdit, MergedDescription, TrackerAnswer } from '../../ports/tracker.ts'
import type { Flavour } from './flavour.ts'
import type { AdfDocument, AdfNode } from './markup/adf.ts'
import { mergeDocument } from './markup/merge/merge-document.ts'
import { mergeWiki } from './markup/merge/merge-wiki.ts'
import { apiOf, mapAnswer, read } from './reading.ts'
import { readDescription } from './shapes.ts'
import type { SiteLine } from './site-line.ts'

const presentShape = z.object({ fields: z.object({ description: z.unknown() }) })

/** Descriptions beyond this are shown here without their markup, so nothing of them can be written back. */
const longestShown = 1_000_000

/** Reads the description just before it is written, so that nothing that was changed there since is overwritten. */
export async function mergeDescription(
  line: SiteLine,
  flavour: Flavour,
  key: string,
  edit: DescriptionEdit,
): Promise<TrackerAnswer<MergedDescription>> {
  const path = `${apiOf(flavour)}/issue/${encodeURIComponent(key)}?fields=description`
  const answer = read(await line.ask({ method: 'GET', path, isRepeatable: true }), presentShape, line.site)
  return mapAnswer(answer, ({ fields }) => mergeInto(flavour, key, fields.description, edit))
}

function mergeInto(flavour: Flavour, key: string, value: unknown, edit: DescriptionEdit): MergedDescription {
  const present = readDescription(value)
  if (present.length > longestShown) return refuse(key, present, 'is too long to be shown here as a whole')
  const merged = flavour === 'cloud' ? mergeCloud(value, edit) : mergeDataCenter(value, edit)
  if (!merged.ok) return refuse(key, present, `has ${nameOf(merged.obstacle)} that cannot be changed from here`)
  const { document, isShown } = merged
  const description = readDescription(document)
  const isSame = JSON.stringify(document) === JSON.stringify(value)
  return { present, document: isSame ? null : document, description, isShown, refusal: null }
}

const refuse = (key: string, present: string, what: string): MergedDescription => ({
  present,
  document: null,
  description: present,
  isShown: false,
  refusal: `The description of ${key} ${what}, so your edit was not sent. Edit it in Jira, or undo your edit here.`,
})

function mergeCloud(value: unknown, edit: DescriptionEdit) {
  return mergeDocument({ document: asDocument(value), ...edit })
}

const isNode = (node: unknown): node is AdfNode => typeof node === 'object' && node !== null && 'type' in node

const asDocument = (value: unknown): AdfDocument => {
  const content = (value as { content?: unknown } | null | undefined)?.content
  return { version: 1, type: 'doc', content: Array.isArray(content) ? content.filter(isNode) : [] }
}

function mergeDataCenter(value: unknown, edit: DescriptionEdit) {
  const merged = mergeWiki({ wiki: typeof value === 'string' ? value : '', ...edit })
  return merged.ok ? { ok: true as const, document: merged.wiki, isShown: merged.isShown } : merged
}

const names: Readonly<Record<string, string>> = {
  table: 'a table',
  mention: 'a mention',
  emoji: 'an emoji',
  inlineCard: 'a link card',
  blockCard: 'a link card',
  embedCard: 'a link card',
  status: 'a status label',
  date: 'a date',
  mediaSingle: 'an image or a file',
  mediaGroup: 'an image or a file',
  mediaInline: 'an image or a file',
  wikiText: 'a macro, a mention or a file',
}

const nameOf = ({ type }: AdfNode): string => (Object.hasOwn(names, type) ? (names[type] ?? '') : 'content')

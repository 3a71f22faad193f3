import { z } from 'zod'
import type { DescriptionEdit, MergedDescription, TrackerResult } from '../../ports/tracker.ts'
import { trackerErrorTexts } from '../../texts/tracker.ts'
import type { AdfDocument, AdfNode } from './markup/adf.ts'
import { mergeDocument, mergeWiki } from './markup/merge/merge-document.ts'
import { readDescription } from './response-shapes.ts'
import { apiPath, type JiraFlavor, type JiraSiteClient, mapTrackerResult, parseTrackerAnswer } from './site-client.ts'

const descriptionShape = z.object({ fields: z.object({ description: z.unknown() }) })

/** Longer descriptions are shown here without their markup, so they cannot be written back. */
const maxShownLength = 1_000_000

/** Reads the description just before writing it, so that no newer change in the tracker is overwritten. */
export async function mergeDescription(
  siteClient: JiraSiteClient,
  flavor: JiraFlavor,
  key: string,
  edit: DescriptionEdit,
): Promise<TrackerResult<MergedDescription>> {
  const path = `${apiPath(flavor)}/issue/${encodeURIComponent(key)}?fields=description`
  const answer = parseTrackerAnswer(
    await siteClient.send({ method: 'GET', path, isRepeatable: true }),
    descriptionShape,
    siteClient.site,
  )
  return mapTrackerResult(answer, ({ fields }) => mergeEditInto(flavor, key, fields.description, edit))
}

function mergeEditInto(flavor: JiraFlavor, key: string, value: unknown, edit: DescriptionEdit): MergedDescription {
  const present = readDescription(value)
  if (present.length > maxShownLength) return refuseEdit(present, trackerErrorTexts.sync.descriptionTooLong(key))
  const merged = flavor === 'cloud' ? mergeCloud(value, edit) : mergeDataCenter(value, edit)
  if (!merged.ok)
    return refuseEdit(present, trackerErrorTexts.sync.descriptionFixed(key, nameObstacle(merged.obstacle)))
  const { document, isShown } = merged
  const description = readDescription(document)
  const isSame = JSON.stringify(document) === JSON.stringify(value)
  return { present, document: isSame ? null : document, description, isShown, refusal: null }
}

const refuseEdit = (present: string, refusal: string): MergedDescription => ({
  present,
  document: null,
  description: present,
  isShown: false,
  refusal,
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

const nameObstacle = ({ type }: AdfNode): string => {
  const names: Readonly<Record<string, string>> = trackerErrorTexts.obstacles
  return Object.hasOwn(names, type) ? (names[type] ?? '') : trackerErrorTexts.otherObstacle
}

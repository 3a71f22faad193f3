import { toExcerpt, shortenText } from '@espalier/domain'

import type { NodePatch } from './node-record.ts'

export type HistoryFields = Readonly<Record<string, unknown>>

/** One node of a change. Before null: it is new; empty: what was there was not kept. */
export interface HistoryNode {
  readonly id: string
  readonly before: HistoryFields | null
  readonly after: HistoryFields
}

/** What the history says of a row of the log. */
export interface HistorySummary {
  readonly created: number
  readonly deleted: number
  /** New ones apart. */
  readonly changed: number
  /** The first of them; those that only made room for others are left out. */
  readonly nodes: readonly HistoryNode[]
  readonly project?: { readonly before: HistoryFields; readonly after: HistoryFields }
}

interface ChangedRecords<Node> {
  readonly nodes?: readonly Node[]
  readonly project?: HistoryFields
}

const isNew = (patch: NodePatch): boolean => 'projectId' in patch

/** Without former values: the row is from before they were kept. */
export function summarizeChange(
  payload: ChangedRecords<NodePatch>,
  former: ChangedRecords<HistoryFields & { readonly id: string }> | null,
  most: number,
): HistorySummary {
  const patches = payload.nodes ?? []
  const formerById = new Map((former?.nodes ?? []).map((fields) => [fields.id, fields]))
  const nodes: HistoryNode[] = []
  for (const patch of patches) {
    if (nodes.length >= most) break
    const before = formerById.get(patch.id)
    if (isNew(patch)) nodes.push({ id: patch.id, before: null, after: summarizeNodeFields({ ...patch }) })
    else if (before !== undefined || former === null) {
      nodes.push({ id: patch.id, before: summarizeNodeFields(before ?? {}), after: summarizeNodeFields({ ...patch }) })
    }
  }
  const created = patches.filter(isNew).length
  return {
    created,
    deleted: patches.filter((patch) => patch.isDeleted === true).length,
    changed: former === null ? patches.length - created : (former.nodes ?? []).length,
    nodes,
    ...(payload.project && {
      project: { before: summarizeProjectFields(former?.project ?? {}), after: summarizeProjectFields(payload.project) },
    }),
  }
}

const plainFields = ['status', 'hideChildren', 'projectLink', 'position', 'isDeleted', 'parentIds', 'externalKey']

/** A description can be a megabyte long: that it changed is told, not what it says. */
function summarizeNodeFields(fields: HistoryFields): HistoryFields {
  const { title, style } = fields
  return {
    ...Object.fromEntries(plainFields.filter((field) => field in fields).map((field) => [field, fields[field]])),
    ...(typeof title === 'string' && { title: toExcerpt(title) }),
    ...('body' in fields && { body: true }),
    ...(style != null && { style: { backgroundColor: (style as HistoryFields)['backgroundColor'] } }),
  }
}

/** Of the people it is shared with only how many they are. */
function summarizeProjectFields({ title, body, json, users, owner: _owner, ...fields }: HistoryFields): HistoryFields {
  return {
    ...fields,
    ...(typeof title === 'string' && { title: shortenText(title) }),
    ...(body !== undefined && { body: true }),
    ...(json !== undefined && { json: true }),
    ...(users != null && { people: Object.keys(users).length }),
  }
}

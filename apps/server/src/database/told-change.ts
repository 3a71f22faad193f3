import { excerptOf, shorten } from '@espalier/domain'

import type { NodePatch } from './node-record.ts'

export type ToldFields = Readonly<Record<string, unknown>>

/** One node of a change. Before null: it is new; empty: what was there was not kept. */
export interface ToldNode {
  readonly id: string
  readonly before: ToldFields | null
  readonly after: ToldFields
}

/** What the history says of a row of the log. */
export interface Told {
  readonly created: number
  readonly deleted: number
  /** New ones apart. */
  readonly changed: number
  /** The first of them; those that only made room for others are left out. */
  readonly nodes: readonly ToldNode[]
  readonly project?: { readonly before: ToldFields; readonly after: ToldFields }
}

interface Changed<Node> {
  readonly nodes?: readonly Node[]
  readonly project?: ToldFields
}

const isNew = (patch: NodePatch): boolean => 'projectId' in patch

/** Without former values: the row is from before they were kept. */
export function toldOf(
  payload: Changed<NodePatch>,
  former: Changed<ToldFields & { readonly id: string }> | null,
  most: number,
): Told {
  const patches = payload.nodes ?? []
  const formerById = new Map((former?.nodes ?? []).map((fields) => [fields.id, fields]))
  const nodes: ToldNode[] = []
  for (const patch of patches) {
    if (nodes.length >= most) break
    const before = formerById.get(patch.id)
    if (isNew(patch)) nodes.push({ id: patch.id, before: null, after: told({ ...patch }) })
    else if (before !== undefined || former === null) {
      nodes.push({ id: patch.id, before: told(before ?? {}), after: told({ ...patch }) })
    }
  }
  const created = patches.filter(isNew).length
  return {
    created,
    deleted: patches.filter((patch) => patch.isDeleted === true).length,
    changed: former === null ? patches.length - created : (former.nodes ?? []).length,
    nodes,
    ...(payload.project && {
      project: { before: toldProject(former?.project ?? {}), after: toldProject(payload.project) },
    }),
  }
}

const plainFields = ['status', 'hideChildren', 'projectLink', 'position', 'isDeleted', 'parentIds', 'externalKey']

/** A description can be a megabyte long: that it changed is told, not what it says. */
function told(fields: ToldFields): ToldFields {
  const { title, style } = fields
  return {
    ...Object.fromEntries(plainFields.filter((field) => field in fields).map((field) => [field, fields[field]])),
    ...(typeof title === 'string' && { title: excerptOf(title) }),
    ...('body' in fields && { body: true }),
    ...(style != null && { style: { backgroundColor: (style as ToldFields)['backgroundColor'] } }),
  }
}

/** Of the people it is shared with only how many they are. */
function toldProject({ title, body, json, users, owner: _owner, ...fields }: ToldFields): ToldFields {
  return {
    ...fields,
    ...(typeof title === 'string' && { title: shorten(title) }),
    ...(body !== undefined && { body: true }),
    ...(json !== undefined && { json: true }),
    ...(users != null && { people: Object.keys(users).length }),
  }
}

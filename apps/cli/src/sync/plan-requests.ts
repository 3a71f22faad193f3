import { limits, type NodeId } from '@espalier/domain'
import type { NodeChange, NodeRecord, NodeRequest } from '@espalier/sync'
import type { MergedPlans, NodeEdit } from './merge-plans.ts'
import { getDefault, isSameValue, ownFieldPrefix } from './plan-document.ts'

/** The part of an edit that a request stores. If it is refused, this part becomes a conflict. */
export type EditPart = 'node' | 'contents' | 'place' | 'links' | 'deletion'

export interface PlannedRequest {
  readonly nodeId: NodeId
  readonly part: EditPart
  readonly request: NodeRequest
}

/**
 * Converts edits to requests in an order that the server can follow: nodes with their contents and places, then links
 * between them, then deletions.
 */
export function toPlannedRequests(
  { edits, deletedIds }: Pick<MergedPlans, 'edits' | 'deletedIds'>,
  records: ReadonlyMap<NodeId, NodeRecord>,
  shownIds: ReadonlySet<NodeId>,
): readonly PlannedRequest[] {
  const made = new Set(edits.map(({ id }) => id))
  const isKnown = (id: NodeId): boolean => records.has(id) || made.has(id)
  const context: RequestContext = { records, shownIds, isKnown }
  return [
    ...edits.flatMap((edit) => listNodeRequests(edit, context)),
    ...edits.flatMap((edit) => listLinkRequests(edit, context)),
    ...deletedIds.map((id): PlannedRequest => ({ nodeId: id, part: 'deletion', request: { kind: 'delete', id } })),
  ]
}

interface RequestContext {
  readonly records: ReadonlyMap<NodeId, NodeRecord>
  /** The nodes that the file shows; others may be parents as well. */
  readonly shownIds: ReadonlySet<NodeId>
  isKnown(id: NodeId): boolean
}

function listNodeRequests(edit: NodeEdit, context: RequestContext): readonly PlannedRequest[] {
  const { id, kind, place } = edit
  const update = (part: EditPart, change: NodeChange): readonly PlannedRequest[] =>
    Object.keys(change).length === 0 ? [] : [{ nodeId: id, part, request: { kind: 'update', id, change } }]
  if (kind === 'create') {
    const { title, body, status, ...rest } = edit.values
    const contents = {
      title: String(title ?? ''),
      body: String(body ?? ''),
      status: (status ?? 'todo') as NodeRecord['status'],
      backgroundColor: context.records.get(place?.parentId ?? '')?.style.backgroundColor ?? limits.nodeColour,
    }
    const parent = place?.parentId == null ? {} : { parentId: place.parentId }
    const request: NodeRequest = { kind: 'create', id, place: { ...parent, ...toSpot(place) }, contents }
    const given = Object.fromEntries(
      Object.entries(rest).filter(([field, value]) => !isSameValue(value, getDefault(field))),
    )
    return [
      { nodeId: id, part: 'node', request },
      ...update('contents', { ...toChange(given), ...toSetChange(edit, undefined) }),
    ]
  }
  const contents = { ...toChange(edit.values), ...toSetChange(edit, context.records.get(id)) }
  if (kind === 'restore') {
    const parentIds = place?.parentId == null ? [] : [place.parentId]
    return [...update('node', { isDeleted: false, parentIds, ...toSpot(place) }), ...update('contents', contents)]
  }
  if (place === null) return update('contents', contents)
  const parentIds = chooseParentIds(edit, context)
  return [
    ...update('place', { ...(parentIds !== null && { parentIds }), ...toSpot(place) }),
    ...update('contents', contents),
  ]
}

function toSpot(place: NodeEdit['place']): { readonly afterId?: NodeId; readonly beforeId?: NodeId } {
  return {
    ...(place?.afterId != null && { afterId: place.afterId }),
    ...(place?.beforeId != null && { beforeId: place.beforeId }),
  }
}

function toChange(values: NodeEdit['values']): NodeChange {
  const own = Object.entries(values).filter(([field]) => field.startsWith(ownFieldPrefix))
  const others = Object.entries(values).filter(([field]) => !field.startsWith(ownFieldPrefix))
  const fields = Object.fromEntries(own.map(([field, value]) => [field.slice(ownFieldPrefix.length), value]))
  return { ...Object.fromEntries(others), ...(own.length > 0 && { fields }) } as NodeChange
}

function toSetChange({ sets }: NodeEdit, record: NodeRecord | undefined): NodeChange {
  const { assigneeIds, tagIds } = sets
  const [people, tags] = [diffLists(record?.assigneeIds, assigneeIds), diffLists(record?.tagIds, tagIds)]
  return {
    ...(people.added.length > 0 && { addAssigneeIds: people.added }),
    ...(people.removed.length > 0 && { removeAssigneeIds: people.removed }),
    ...(tags.added.length > 0 && { addTagIds: tags.added }),
    ...(tags.removed.length > 0 && { removeTagIds: tags.removed }),
  }
}

function diffLists(before: readonly string[] = [], after: readonly string[] = before) {
  return { added: after.filter((id) => !before.includes(id)), removed: before.filter((id) => !after.includes(id)) }
}

/** Additional parents and blockers may be nodes that come later in the file. */
function listLinkRequests(edit: NodeEdit, context: RequestContext): readonly PlannedRequest[] {
  const { id, sets } = edit
  const { isKnown, records, shownIds } = context
  const before = records.get(id)?.blockedByIds ?? []
  const blockers = diffLists(
    before.filter((one) => shownIds.has(one)),
    sets.blockedByIds?.filter(isKnown),
  )
  const parentIds = sets.extraParentIds === undefined ? null : chooseParentIds(edit, context)
  const change: NodeChange = {
    ...(blockers.added.length > 0 && { addBlockedByIds: blockers.added }),
    ...(blockers.removed.length > 0 && { removeBlockedByIds: blockers.removed }),
    ...(parentIds !== null && (edit.kind === 'update' || parentIds.length > 1) && { parentIds }),
  }
  return Object.keys(change).length === 0
    ? []
    : [{ nodeId: id, part: 'links', request: { kind: 'update', id, change } }]
}

/** Returns all parents that a node then has; null if they do not change. Those that the file does not show stay. */
function chooseParentIds({ id, place, sets }: NodeEdit, context: RequestContext): readonly NodeId[] | null {
  const { isKnown, records, shownIds } = context
  const before = records.get(id)?.parentIds ?? []
  const shown = before.filter((one) => shownIds.has(one))
  const hidden = before.filter((one) => !shownIds.has(one))
  const primary = place === null ? shown.slice(0, 1) : place.parentId === null ? [] : [place.parentId]
  const extra = (sets.extraParentIds ?? shown.slice(1)).filter(isKnown)
  const isHiddenFirst = before[0] !== undefined && hidden[0] === before[0]
  const visible = [...new Set([...primary, ...extra])]
  const next = isHiddenFirst ? [...hidden, ...visible] : [...visible, ...hidden]
  return isSameValue(next, before) ? null : next
}

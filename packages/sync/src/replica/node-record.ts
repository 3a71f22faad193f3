import type { EditableFields, NodeId, NodeStyle, PageNode, ProjectId, SetChanges } from '@espalier/domain'

/** A node in the shape of the API. */
export type NodeRecord = PageNode

/**
 * The fields of a node that a person can change, except its place. Own fields are a patch, in which null removes a
 * value.
 */
export type NodeFields = EditableFields & SetChanges & BlockerFields

/** The nodes that must be done before a node can start: the whole list, or entries that it gets and loses. */
interface BlockerFields {
  readonly blockedByIds?: readonly NodeId[]
  readonly addBlockedByIds?: readonly NodeId[]
  readonly removeBlockedByIds?: readonly NodeId[]
}

/** A node of a known project, as an answer contains it. */
export type SentNode = Omit<NodeRecord, 'projectId' | 'fields'> & { readonly fields: unknown }

type Adopted = { -readonly [Field in keyof NodeRecord]: NodeRecord[Field] }

/** If nearly every node had a list of its own, sharing would cost memory and time instead of saving them. */
const mostShared = { firstIds: 2_000, lists: 20 } as const

const hasSameIds = (left: readonly string[], right: readonly string[]): boolean => {
  if (left.length !== right.length) return false
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false
  return true
}

/** `Object.keys` would create a list for each of ten thousand nodes. */
const hasKeys = (values: object): boolean => {
  for (const key in values) if (Object.hasOwn(values, key)) return true
  return false
}

/**
 * Turns sent nodes into records without copying them, which would create ten thousand more objects for a large project.
 * A parsed answer has a separate color and style object for each node, larger than its texts, so equal ones are shared,
 * and so are lists of people and tags.
 */
export function createNodeReader(projectId: ProjectId): (sent: SentNode) => NodeRecord {
  const styles = new Map<string, NodeStyle>()
  const noIds: readonly NodeId[] = []
  const noValues: NodeRecord['fields'] = {}
  const shareStyle = (style: NodeStyle): NodeStyle => {
    const key = style.processing ? `${style.backgroundColor}!` : style.backgroundColor
    const known = styles.get(key)
    if (known === undefined) styles.set(key, style)
    return known ?? style
  }
  const sharePeople = createSharedLists(noIds)
  const shareTags = createSharedLists(noIds)
  const shareStages = createSharedLists(noIds)
  return (sent) => {
    const record = sent as Adopted
    record.projectId = projectId
    record.style = shareStyle(sent.style)
    if (sent.parentIds.length === 0) record.parentIds = noIds
    if (sent.blockedByIds.length === 0) record.blockedByIds = noIds
    record.assigneeIds = sharePeople(sent.assigneeIds)
    record.tagIds = shareTags(sent.tagIds)
    if (sent.stageId !== null) record.stageId = shareStages([sent.stageId])[0] ?? null
    if (!hasKeys(record.fields)) record.fields = noValues
    return record
  }
}

/**
 * The same few people, tags and stages are named by most nodes, each time with texts of their own. Lists are found by
 * their first id: a key of all of them would be one more text for each node of a large project, while it is opened.
 * Often a node has the same ones as the node before it.
 */
function createSharedLists(noIds: readonly string[]): (ids: readonly string[]) => readonly string[] {
  const lists = new Map<string, (readonly string[])[]>()
  let last = noIds
  const find = (first: string, ids: readonly string[]): readonly string[] => {
    const similar = lists.get(first)
    if (similar === undefined) {
      if (lists.size < mostShared.firstIds) lists.set(first, [ids])
      return ids
    }
    for (const known of similar) if (hasSameIds(known, ids)) return known
    if (similar.length < mostShared.lists) similar.push(ids)
    return ids
  }
  return (ids) => {
    const [first] = ids
    if (first === undefined) return noIds
    if (!hasSameIds(last, ids)) last = find(first, ids)
    return last
  }
}

import { nodeFields, type NodeStatus, toExcerpt, toPlainText } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import type { Proposal, ProposedChange } from '../../api/proposals.ts'
import { proposalTexts as texts } from '../../texts/proposals.ts'

type Values = Readonly<Record<string, unknown>>

export const readData = ({ data }: Pick<ProposedChange, 'data'>): Values => (data ?? {}) as Values

const toIds = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((id) => String(id).toLowerCase()) : []
const toId = (value: unknown): readonly string[] => (typeof value === 'string' ? [value.toLowerCase()] : [])

/** Returns the title of a node that is there, or that a change of the proposal creates. */
function findTitle(client: ProjectClient, { changes }: Pick<Proposal, 'changes'>, id: string): string {
  const node = client.node(id)
  if (node !== undefined) return toExcerpt(node.title)
  const created = changes.find(({ op, nodeId }) => op === 'create' && nodeId === id)
  return created === undefined ? texts.unknownNode : toExcerpt(String(readData(created)['title'] ?? ''))
}

/** Fields with values that people can read as they are stored. The others are ids, lists or long texts. */
const readableFields = ['status', 'startDate', 'dueDate', 'estimate', 'priority'] as const
/** Inputs that have a sentence of their own, or that say where among its siblings a node is. */
const describedInputs = new Set([
  'id',
  'projectId',
  'title',
  'parentId',
  'parentIds',
  'childId',
  'afterId',
  'beforeId',
  'position',
  'isDeleted',
  'blockedByIds',
  'addBlockedByIds',
  'removeBlockedByIds',
  ...readableFields,
])
const isNodeStatus = (value: unknown): value is NodeStatus => Object.hasOwn(texts.statuses, String(value))
const fieldsByInput: Readonly<Record<string, string>> = {
  addAssigneeIds: 'assigneeIds',
  removeAssigneeIds: 'assigneeIds',
  addTagIds: 'tagIds',
  removeTagIds: 'tagIds',
  style: 'backgroundColor',
}

/** Returns what a change would do, in one sentence for each part of it. */
export function describeChange(client: ProjectClient, proposal: Proposal, change: ProposedChange): readonly string[] {
  const getTitle = (id: string): string => findTitle(client, proposal, id)
  const title = getTitle(change.nodeId)
  if (change.op === 'delete') return [texts.remove(title)]
  const data = readData(change)
  const parts =
    change.op === 'create' ? [describeNewNode(title, data, getTitle)] : describePlace(client, change, getTitle)
  const node = client.node(change.nodeId) as Values | undefined
  for (const name of readableFields) {
    if (!(name in data)) continue
    const label = nodeFields.byName.get(name)?.label ?? name
    const before = formatValue(name, change.op === 'create' ? null : node?.[name])
    parts.push(texts.set(title, label, before, formatValue(name, data[name])))
  }
  const added = [...toIds(data['blockedByIds']), ...toIds(data['addBlockedByIds'])]
  if (added.length > 0) parts.push(texts.waitFor(title, added.map(getTitle)))
  const removed = toIds(data['removeBlockedByIds'])
  if (removed.length > 0) parts.push(texts.stopWaiting(title, removed.map(getTitle)))
  // The description of a new node is shown beside the sentences; its color is no reason to accept or reject it.
  const isDescribed = (input: string): boolean =>
    describedInputs.has(input) || (change.op === 'create' && (input === 'body' || input === 'style'))
  const others = Object.keys(data).filter((input) => !isDescribed(input))
  for (const field of new Set(others.map((input) => fieldsByInput[input] ?? input)))
    parts.push(texts.change(title, nodeFields.byName.get(field)?.label ?? field))
  return parts
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/u.test(value)

function formatValue(name: string, value: unknown): string {
  if (value == null || value === '') return texts.empty
  if ((name === 'startDate' || name === 'dueDate') && isDay(value))
    return dateFormat.format(new Date(`${value}T00:00:00Z`))
  return isNodeStatus(value) ? texts.statuses[value] : String(value)
}

function describeNewNode(title: string, data: Values, getTitle: (id: string) => string): string {
  const [child] = toId(data['childId'])
  const [parent] = toId(data['parentId'])
  if (child !== undefined) return texts.addAbove(title, getTitle(child))
  return parent === undefined ? texts.add(title) : texts.addBelow(title, getTitle(parent))
}

function describePlace(client: ProjectClient, change: ProposedChange, getTitle: (id: string) => string): string[] {
  const data = readData(change)
  const title = getTitle(change.nodeId)
  const parts: string[] = []
  if (data['isDeleted'] === true) parts.push(texts.remove(title))
  if (data['isDeleted'] === false) parts.push(texts.restore(title))
  if (typeof data['title'] === 'string') parts.push(texts.rename(title, toExcerpt(data['title'])))
  const isMoved = 'parentId' in data || Array.isArray(data['parentIds'])
  if (isMoved) {
    const parents = Array.isArray(data['parentIds']) ? toIds(data['parentIds']) : toId(data['parentId'])
    const before = client.node(change.nodeId)?.parentIds ?? []
    parts.push(texts.move(title, before.map(getTitle), parents.map(getTitle)))
  } else if (['afterId', 'beforeId', 'position'].some((input) => data[input] != null)) parts.push(texts.reorder(title))
  return parts
}

/** The text of a description that a change would write, shortened. */
export const readNewBody = (change: ProposedChange): string => {
  const { body } = readData(change)
  return typeof body === 'string' ? toPlainText(body).slice(0, 300) : ''
}

const nodeInputs = ['parentId', 'childId', 'afterId', 'beforeId'] as const
const listInputs = ['parentIds', 'blockedByIds', 'addBlockedByIds'] as const

/** Returns the change with all open changes that create nodes for it, in the order of the proposal. */
export function withBases({ changes }: Proposal, change: ProposedChange): readonly ProposedChange[] {
  const open = changes.filter(({ op, decision }) => op === 'create' && decision === null)
  const wanted = new Set([change])
  for (const one of wanted) {
    const data = readData(one)
    const named = [
      ...(one.op === 'create' ? [] : [one.nodeId]),
      ...nodeInputs.flatMap((input) => toId(data[input])),
      ...listInputs.flatMap((input) => toIds(data[input])),
    ]
    for (const base of open) if (named.includes(base.nodeId)) wanted.add(base)
  }
  return changes.filter((one) => wanted.has(one))
}

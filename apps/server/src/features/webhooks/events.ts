import { randomUUID } from 'node:crypto'

/** The events that a webhook can choose. `*` stands for all of them. */
export const webhookEvents = [
  'node.created',
  'node.updated',
  'node.deleted',
  'comment.added',
  'project.updated',
  'proposal.created',
] as const

export type WebhookEventType = (typeof webhookEvents)[number] | 'webhook.test'

/** The content of an event besides the node, the comment or the project, which are read when it is sent. */
export interface EventDetails {
  readonly projectId: string
  /** The number of the change; null for a test. */
  readonly seq: number | null
  readonly actorId: string
  /** The access token that made the change; null for a person. */
  readonly tokenName: string | null
  /** The fields that changed, by their names in the API. */
  readonly changed?: readonly string[]
  /** Data that belong to no node, such as a proposal. */
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface WebhookEvent {
  readonly id: string
  readonly type: WebhookEventType
  readonly at: Date
  readonly nodeId: string | null
  readonly commentId: string | null
  readonly details: EventDetails
}

/** One node of a change in the log. */
export interface LoggedNode {
  readonly id: string
  readonly isNew: boolean
  readonly isDeleted: boolean
  /** False if it was only moved along by a neighbor. */
  readonly isMeant: boolean
  readonly changed: readonly string[]
}

/** One row of the change log, without its texts. */
export interface LogEntry {
  readonly seq: number
  readonly kind: string
  readonly actorId: string
  readonly tokenName: string | null
  readonly at: Date
  readonly nodes: readonly LoggedNode[]
  /** The changed fields of the project. */
  readonly projectFields: readonly string[]
  /** The comments that were added by this change. */
  readonly comments: readonly { readonly id: string; readonly nodeId: string }[]
}

const wants = (chosen: readonly string[], type: WebhookEventType): boolean =>
  chosen.includes('*') || chosen.includes(type)

/** Fields that say nothing by themselves. The number of comments changes with a comment, which is an event of its own. */
const silentFields: ReadonlySet<string> = new Set(['id', 'version', 'commentCount'])

function toNodeEventType({ isNew, isDeleted }: LoggedNode): WebhookEventType {
  if (isNew) return 'node.created'
  return isDeleted ? 'node.deleted' : 'node.updated'
}

/** Derives the chosen events of a change, in the order in which they are to be sent. */
export function deriveEvents(projectId: string, entry: LogEntry, chosen: readonly string[]): WebhookEvent[] {
  const { seq, actorId, tokenName, at } = entry
  const origin = { projectId, seq, actorId, tokenName }
  const events: WebhookEvent[] = []
  const add = (type: WebhookEventType, about: Partial<WebhookEvent>): void => {
    if (wants(chosen, type))
      events.push({ id: randomUUID(), type, at, nodeId: null, commentId: null, details: origin, ...about })
  }
  for (const node of entry.nodes) {
    const changed = node.changed.filter((name) => !silentFields.has(name))
    if (!node.isNew && (!node.isMeant || changed.length === 0)) continue
    const type = toNodeEventType(node)
    add(type, { nodeId: node.id, details: type === 'node.updated' ? { ...origin, changed } : origin })
  }
  for (const { id, nodeId } of entry.comments) add('comment.added', { nodeId, commentId: id })
  if (entry.kind === 'project-updated') {
    add('project.updated', { details: { ...origin, changed: [...entry.projectFields].sort() } })
  }
  return events
}

/** A delivery that waits, as far as the order matters. */
export interface Waiting {
  readonly id: string
  readonly nodeId: string | null
  readonly nextAt: Date | null
}

/**
 * Chooses what is sent now from the oldest waiting deliveries: of each node only the oldest, so that its events arrive
 * in order; a failed one holds back the later ones of its node, and no others.
 */
export function chooseDue<Row extends Waiting>(waiting: readonly Row[], now: Date, most: number): Row[] {
  const seen = new Set<string>()
  const due: Row[] = []
  for (const row of waiting) {
    const key = row.nodeId ?? ''
    if (seen.has(key)) continue
    seen.add(key)
    if (row.nextAt === null || row.nextAt <= now) due.push(row)
    if (due.length >= most) break
  }
  return due
}

import { createHmac } from 'node:crypto'
import type { Sealing } from '../../security/cryptography.ts'
import { guardedPost, type GuardedPostRules, type PostOutcome } from '../../reliability/guarded-post.ts'
import { type NodeView, readNodesById, type SqlClient } from '../../database/nodes.ts'
import { readProjectHead } from '../../database/projects.ts'
import type { WebhookEvent } from './events.ts'
import { type CommentView, readCommentsById } from './delivery-store.ts'

/** The nodes, comments and project of a batch of events, as they are now. */
interface Subjects {
  readonly nodes: ReadonlyMap<string, NodeView>
  readonly comments: ReadonlyMap<string, CommentView>
  readonly project: Readonly<Record<string, unknown>> | null
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

/** Reads what events are about when they are sent: it may be newer than the event, and never older. */
export async function readSubjects(
  db: SqlClient,
  projectId: string,
  events: readonly WebhookEvent[],
): Promise<Subjects> {
  const nodeIds = events.flatMap(({ nodeId, commentId }) => (nodeId === null || commentId !== null ? [] : [nodeId]))
  const commentIds = events.flatMap(({ commentId }) => commentId ?? [])
  const needsProject = events.some(({ type }) => type === 'project.updated')
  return {
    nodes: byId(await readNodesById(db, projectId, nodeIds)),
    comments: byId(await readCommentsById(db, projectId, commentIds)),
    project: needsProject ? await readProjectFields(db, projectId) : null,
  }
}

async function readProjectFields(db: SqlClient, projectId: string): Promise<Subjects['project']> {
  const project = await readProjectHead(db, projectId)
  if (project === undefined) return null
  const { id, title, status, general_access: generalAccess } = project
  return { id, title, status, generalAccess }
}

/** The body of an event. A node or comment that is gone for good is null. */
export function buildBody(event: WebhookEvent, { nodes, comments, project }: Subjects): string {
  const { type, at, nodeId, commentId, details } = event
  const { extra = {}, ...origin } = details
  const isAboutNode = nodeId !== null && commentId === null
  return JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: {
      ...origin,
      ...(isAboutNode && { nodeId, node: nodes.get(nodeId) ?? null }),
      ...(commentId !== null && { nodeId, commentId, comment: comments.get(commentId) ?? null }),
      ...(type === 'project.updated' && { project }),
      ...extra,
    },
  })
}

const secretPrefix = 'whsec_'
export const toSecretText = (bytes: Buffer): string => secretPrefix + bytes.toString('base64')

/** The place that a sealed secret is bound to. */
export const nameSecret = (webhookId: string): string => `webhook ${webhookId}`

interface Message {
  readonly id: string
  readonly at: Date
  readonly body: string
}

/** The headers of the Standard Webhooks specification. */
function signMessage(secret: string, { id, at, body }: Message): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000)
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}

export interface PostOptions {
  readonly sealing: Sealing
  readonly rules: GuardedPostRules
  readonly now: () => Date
}

export interface Sent extends PostOutcome {
  readonly at: Date
  readonly durationMs: number
  readonly isAccepted: boolean
}

/** Posts a signed message once. Never throws. */
export async function postMessage(
  { sealing, rules, now }: PostOptions,
  { id: webhookId, url, sealedSecret }: { readonly id: string; readonly url: string; readonly sealedSecret: string },
  { id, body }: Omit<Message, 'at'>,
): Promise<Sent> {
  const at = now()
  const secret = sealing.open(sealedSecret, nameSecret(webhookId))
  // After a lost SECRET_KEY nothing can be signed; what is not signed must not be sent.
  if (secret === null) return { at, durationMs: 0, status: null, problem: 'unreachable', isAccepted: false }
  const outcome = await guardedPost(url, { body, headers: signMessage(secret, { id, at, body }) }, rules)
  const { status } = outcome
  return {
    ...outcome,
    at,
    durationMs: Math.max(0, now().getTime() - at.getTime()),
    isAccepted: status !== null && status >= 200 && status < 300,
  }
}

import { randomUUID } from 'node:crypto'
import type { SqlClient } from '../database/nodes.ts'
import { editing, type Operation, type Scene } from './access-answers.ts'

const onWebhook = (query: string): readonly Operation[] => [
  { query, variables: ({ webhookId }) => ({ id: webhookId }), expected: editing },
]

/** The lines about webhooks. */
export const webhookTable: Readonly<Record<string, readonly Operation[]>> = {
  webhooks: [
    {
      query: 'query ($projectId: ID!) { webhooks(projectId: $projectId) { id url } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: editing,
    },
  ],
  webhookDeliveries: onWebhook('query ($id: ID!) { webhookDeliveries(id: $id) { id type } }'),
  createWebhook: [
    {
      query: `mutation ($projectId: ID!) {
        createWebhook(projectId: $projectId, url: "https://hooks.example/x", events: ["*"]) { secret } }`,
      variables: ({ projectId }) => ({ projectId }),
      expected: editing,
    },
  ],
  deleteWebhook: onWebhook('mutation ($id: ID!) { deleteWebhook(id: $id) }'),
  testWebhook: onWebhook('mutation ($id: ID!) { testWebhook(id: $id) }'),
  resendWebhookDelivery: [
    {
      query: 'mutation ($id: ID!) { resendWebhookDelivery(id: $id) }',
      variables: ({ deliveryId }) => ({ id: deliveryId }),
      expected: editing,
    },
  ],
}

/** Adds a webhook whose secret cannot be opened, so that nothing is ever sent. */
export async function addWebhook(
  db: SqlClient,
  projectId: string,
  userId: string,
): Promise<Pick<Scene, 'webhookId' | 'deliveryId'>> {
  const [webhookId, deliveryId] = [randomUUID(), randomUUID()]
  await db.query(
    `insert into webhooks (id, project_id, user_id, url, events, sealed_secret, created_at, cursor_seq)
     values ($1, $2, $3, 'https://hooks.example/x', '{*}', 'x', now(), 0)`,
    [webhookId, projectId, userId],
  )
  await db.query(
    `insert into webhook_deliveries (id, webhook_id, type, at, details, state)
     values ($1, $2, 'webhook.test', now(), $3, 'failed')`,
    [deliveryId, webhookId, JSON.stringify({ projectId, seq: null, actorId: userId, tokenName: null })],
  )
  return { webhookId, deliveryId }
}

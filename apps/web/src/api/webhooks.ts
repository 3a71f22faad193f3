import {
  createWebhookMutation,
  deleteWebhookMutation,
  type DeliveryFields,
  resendWebhookDeliveryMutation,
  testWebhookMutation,
  webhookDeliveriesQuery,
  type WebhookFields,
  webhooksQuery,
} from '@espalier/schema/documents/webhooks'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'

/** An address that gets the events of a project. Its secret is known only when it is created. */
export type Webhook = WebhookFields
export type WebhookDelivery = DeliveryFields

export interface CreatedWebhook {
  readonly webhook: Webhook
  readonly secret: string
}

// The dialog shows these itself. A missing right is no reason to sign in again.
const refusalHandled = { context: handledByCaller('FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT', 'RATE_LIMITED') }

export const fetchWebhooks = async (projectId: string): Promise<ApiResult<readonly Webhook[]>> =>
  mapApiResult(await sendOperation(webhooksQuery, { projectId }, refusalHandled), (sent) => sent.webhooks)

export const fetchWebhookDeliveries = async (id: string): Promise<ApiResult<readonly WebhookDelivery[]>> =>
  mapApiResult(await sendOperation(webhookDeliveriesQuery, { id }, refusalHandled), (sent) => sent.webhookDeliveries)

interface NewWebhook {
  readonly projectId: string
  readonly url: string
  readonly events: string[]
}

export const createWebhook = async (wanted: NewWebhook): Promise<ApiResult<CreatedWebhook>> =>
  mapApiResult(await sendOperation(createWebhookMutation, { ...wanted }, refusalHandled), (sent) => sent.createWebhook)

/** Also succeeds when the webhook does not exist any more, because the outcome is the same. */
export async function deleteWebhook(id: string): Promise<ApiResult<boolean>> {
  const answer = await sendOperation(deleteWebhookMutation, { id }, refusalHandled)
  if (!answer.ok && answer.code === 'NOT_FOUND') return { ok: true, value: true }
  return mapApiResult(answer, (sent) => sent.deleteWebhook)
}

/** True: the receiver accepted it. */
export const testWebhook = async (id: string): Promise<ApiResult<boolean>> =>
  mapApiResult(await sendOperation(testWebhookMutation, { id }, refusalHandled), (sent) => sent.testWebhook)

/** True: the receiver accepted it. */
export const resendWebhookDelivery = async (id: string): Promise<ApiResult<boolean>> =>
  mapApiResult(
    await sendOperation(resendWebhookDeliveryMutation, { id }, refusalHandled),
    (sent) => sent.resendWebhookDelivery,
  )

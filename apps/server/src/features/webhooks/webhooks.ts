import { randomBytes, randomUUID } from 'node:crypto'
import { minuteMs } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import { ApiError } from '../../api/errors.ts'
import { requireRate } from '../../api/rate-limits.ts'
import type { Viewer } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/log.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { findUrlFault, type UrlFault } from '../../reliability/guarded-post.ts'
import { webhookErrorTexts as texts } from '../../texts/webhooks.ts'
import {
  type AccessRule,
  allowEditors,
  badInputError,
  findProjectForViewer,
  isStoredId,
  requirePerson,
  requireProjectAccess,
} from '../projects/index.ts'
import { type DeliveryRow, findDelivery, insertDeliveries, readDeliveries, storeResults } from './delivery-store.ts'
import { webhookEvents } from './events.ts'
import { buildBody, nameSecret, postMessage, type PostOptions, readSubjects, toSecretText } from './payload.ts'
import { keptDeliveries } from './sender.ts'
import { deleteWebhook, findWebhook, insertWebhook, readWebhooks, storeAttempt, type WebhookRow } from './store.ts'

/** The policy of webhooks: they send what an editor sees. Programs manage none (`token-rights.ts`). */
const webhookPolicy = {
  'webhook.list': allowEditors,
  'webhook.create': allowEditors,
  'webhook.delete': allowEditors,
  'webhook.send': allowEditors,
} as const satisfies Record<string, AccessRule>

export interface WebhooksOptions extends PostOptions {
  readonly database: Database
  readonly audit: Audit
  /** Null: no limits. */
  readonly rates: Rates | null
}

export interface Webhooks {
  list(viewer: Viewer, projectId: string): Promise<readonly Api.Webhook[]>
  create(viewer: Viewer, request: WebhookRequest): Promise<Api.CreatedWebhook>
  remove(viewer: Viewer, id: string): Promise<true>
  /** Returns whether the receiver accepted a test event. */
  test(viewer: Viewer, id: string): Promise<boolean>
  listDeliveries(viewer: Viewer, id: string): Promise<readonly Api.WebhookDelivery[]>
  /** Returns whether the receiver accepted it. */
  resend(viewer: Viewer, deliveryId: string): Promise<boolean>
}

interface WebhookRequest {
  readonly projectId: string
  readonly url: string
  readonly events: readonly string[]
}

const mostWebhooks = 20
const mostUrlCharacters = 2_000
const secretBytes = 32
const sendRate: Rate = { name: 'webhook-sends', max: 20, windowMs: minuteMs }

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { database, audit, sealing, rules, rates, now } = options
  const { pool } = database
  const requireProject = async (viewer: Viewer, projectId: string, rule: AccessRule) => {
    const found = await findProjectForViewer(pool, viewer, projectId.toLowerCase())
    return requireProjectAccess(found, { viewer, rule, audit }).project
  }
  /** If the caller may not see the project, its webhooks count as missing. */
  const requireWebhook = async (viewer: Viewer, given: string, rule: AccessRule): Promise<WebhookRow> => {
    requirePerson(viewer)
    const id = given.toLowerCase()
    const webhook = isStoredId(id) ? await findWebhook(pool, id) : undefined
    if (webhook === undefined) throw notFoundError()
    try {
      await requireProject(viewer, webhook.projectId, rule)
    } catch (error) {
      throw error instanceof ApiError && error.code === 'NOT_FOUND' ? notFoundError() : error
    }
    return webhook
  }
  const requireSend = (viewer: Viewer): Promise<void> =>
    requireRate(rates, sendRate, { key: requirePerson(viewer).person.id, message: texts.tooOften })
  const sendNow = async (webhook: WebhookRow, delivery: DeliveryRow): Promise<boolean> => {
    const subjects = await readSubjects(pool, webhook.projectId, [delivery])
    const sent = await postMessage(options, webhook, { id: delivery.id, body: buildBody(delivery, subjects) })
    const { at, status, problem, durationMs, isAccepted } = sent
    const { id, nextAt } = delivery
    // One that waits for its next attempt goes on waiting if it is not accepted now.
    const state = isAccepted ? 'delivered' : delivery.state === 'pending' ? 'pending' : 'failed'
    await database.transaction(async ({ client }) => {
      await storeResults(client, [{ id, at, status, problem, durationMs, state, nextAt: isAccepted ? null : nextAt }])
      await storeAttempt(client, webhook.id, { at, status, isAccepted })
    })
    return isAccepted
  }
  return {
    async list(viewer, projectId) {
      const project = await requireProject(viewer, projectId, webhookPolicy['webhook.list'])
      return (await readWebhooks(pool, project.id)).map(toView)
    },
    async create(viewer, request) {
      const project = await requireProject(viewer, request.projectId, webhookPolicy['webhook.create'])
      const { person } = requirePerson(viewer)
      const url = readUrl(request.url, rules.allowHosts)
      const events = readEvents(request.events)
      const [id, secret] = [randomUUID(), toSecretText(randomBytes(secretBytes))]
      const sealedSecret = sealing.seal(secret, nameSecret(id))
      const wanted = { id, projectId: project.id, userId: person.id, url, events, sealedSecret, createdAt: now() }
      const row = await database.transaction(({ client }) => insertWebhook(client, wanted, mostWebhooks))
      if (row === undefined) throw badInputError(texts.tooMany(mostWebhooks), 'url')
      const { host } = new URL(url)
      audit({ kind: 'webhook-created', projectId: project.id, userId: person.id, webhookId: id, host })
      return { webhook: toView(row), secret }
    },
    async remove(viewer, id) {
      const webhook = await requireWebhook(viewer, id, webhookPolicy['webhook.delete'])
      await deleteWebhook(pool, webhook.id)
      const userId = requirePerson(viewer).person.id
      audit({ kind: 'webhook-deleted', projectId: webhook.projectId, userId, webhookId: webhook.id })
      return true
    },
    async test(viewer, id) {
      const webhook = await requireWebhook(viewer, id, webhookPolicy['webhook.send'])
      await requireSend(viewer)
      const event = {
        id: randomUUID(),
        type: 'webhook.test' as const,
        at: now(),
        nodeId: null,
        commentId: null,
        details: {
          projectId: webhook.projectId,
          seq: null,
          actorId: requirePerson(viewer).person.id,
          tokenName: null,
        },
      }
      // It is not pending, so that the sender leaves it alone.
      await insertDeliveries(pool, webhook.id, [event], 'failed')
      return sendNow(webhook, { ...event, ...neverSent, webhookId: webhook.id })
    },
    async listDeliveries(viewer, id) {
      const webhook = await requireWebhook(viewer, id, webhookPolicy['webhook.list'])
      return (await readDeliveries(pool, webhook.id, keptDeliveries)).map(toDeliveryView)
    },
    async resend(viewer, deliveryId) {
      requirePerson(viewer)
      const id = deliveryId.toLowerCase()
      const delivery = isStoredId(id) ? await findDelivery(pool, id) : undefined
      if (delivery === undefined) throw new ApiError('NOT_FOUND', texts.deliveryNotFound)
      const webhook = await requireWebhook(viewer, delivery.webhookId, webhookPolicy['webhook.send'])
      await requireSend(viewer)
      return sendNow(webhook, delivery)
    },
  }
}

const neverSent = {
  state: 'failed',
  attempts: 0,
  firstAt: null,
  lastAt: null,
  nextAt: null,
  status: null,
  problem: null,
  durationMs: null,
} as const

const notFoundError = (): ApiError => new ApiError('NOT_FOUND', texts.notFound)

const urlTexts: Readonly<Record<UrlFault, string>> = {
  invalid: texts.badUrl,
  plain: texts.plainUrl,
  password: texts.password,
  private: texts.privateHost,
}

function readUrl(given: string, allowHosts: readonly string[]): string {
  const text = given.trim()
  if (text.length > mostUrlCharacters) throw badInputError(texts.longUrl(mostUrlCharacters), 'url')
  const fault = findUrlFault(text, allowHosts)
  if (fault !== null) throw badInputError(urlTexts[fault], 'url')
  const url = new URL(text)
  // A fragment is never sent.
  url.hash = ''
  return url.href
}

function readEvents(given: readonly string[]): readonly string[] {
  const known: readonly string[] = webhookEvents
  if (given.length === 0) throw badInputError(texts.noEvents, 'events')
  if (given.includes('*')) return ['*']
  if (!given.every((event) => known.includes(event))) throw badInputError(texts.badEvent(known.join(', ')), 'events')
  return known.filter((event) => given.includes(event))
}

const toView = ({ id, url, events, failures, offReason, lastStatus, lastAt }: WebhookRow): Api.Webhook => ({
  id,
  url,
  events: [...events],
  isHealthy: offReason === null && failures === 0,
  lastStatus,
  lastAt: lastAt?.getTime() ?? null,
  offReason,
})

const toDeliveryView = (row: DeliveryRow): Api.WebhookDelivery => ({
  id: row.id,
  type: row.type,
  at: row.at.getTime(),
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  problem: row.problem,
  durationMs: row.durationMs,
  lastAt: row.lastAt?.getTime() ?? null,
  nextAt: row.nextAt?.getTime() ?? null,
})

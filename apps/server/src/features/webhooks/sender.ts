import { randomUUID } from 'node:crypto'
import { dayMs, hourMs, minuteMs, secondMs } from '@espalier/domain'
import type { Database, Transaction } from '../../database/database.ts'
import type { Log } from '../../ports/log.ts'
import { waitAtMost } from '../../reliability/timeout.ts'
import { buildBody, nameSecret, postMessage, type PostOptions, readSubjects, type Sent } from './payload.ts'
import {
  advanceCursor,
  deleteOldDeliveries,
  type DeliveryResult,
  type DeliveryRow,
  insertDeliveries,
  readLogEntries,
  readPending,
  storeResults,
} from './delivery-store.ts'
import { chooseDue, deriveEvents } from './events.ts'
import {
  type ClaimedWebhook,
  claimWebhooks,
  type OffReason,
  releaseClaim,
  renewClaim,
  storeBatchResult,
  storeSecret,
  switchOff,
} from './store.ts'

export interface WebhookSenderOptions extends PostOptions {
  readonly database: Database
  readonly log: Log
  /** Called in the transaction that switches a webhook off, to tell its person. */
  onSwitchedOff(tx: Transaction, webhook: ClaimedWebhook, reason: OffReason): Promise<void>
  readonly pollMs?: number
}

export interface WebhookSender {
  /** Sends what is due, once, and waits for it. */
  runDue(): Promise<void>
  /** Sends what is due again and again until the returned function is called. */
  start(): () => Promise<void>
}

/** The delay after each failed attempt; then every hour until a day has passed. */
const retryAfterMs = [10 * secondMs, 30 * secondMs, 2 * minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs]
const giveUpMs = dayMs
/** A receiver that accepts nothing is tried at least this often with what is new. */
const mostWaitMs = 5 * minuteMs

/** A run ends after this time, so that other webhooks get their turn. */
const runMs = 20 * secondMs
/** Longer than a batch takes, before which it is renewed: a receiver has 15 seconds. */
const leaseMs = 30 * secondMs
/** How long a stop waits for receivers. */
const stopMs = 3 * secondMs
const webhooksAtOnce = 16
const sendsAtOnce = 8
const entriesAtOnce = 50
/** The changes of a project wait in its log while this many deliveries are pending. */
const pendingWindow = 500
export const keptDeliveries = 100

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { database, log, now, pollMs = secondMs } = options
  const active = new Set<Promise<void>>()
  let isStopping = false
  let nextUpkeep = 0
  const run = async (id: string, lease: string): Promise<void> => {
    try {
      await runWebhook({ ...options, isStopping: () => isStopping }, id, lease)
    } catch (error) {
      // The claim ends by itself, and this or another server goes on.
      log.warn({ err: error, webhookId: id }, 'a webhook could not be served; it is tried again')
    }
  }
  const claim = async (): Promise<void> => {
    const at = now()
    if (at.getTime() >= nextUpkeep) {
      nextUpkeep = at.getTime() + hourMs
      await deleteOldDeliveries(database.pool, at, keptDeliveries)
    }
    const most = webhooksAtOnce - active.size
    if (most <= 0) return
    const lease = randomUUID()
    const until = new Date(at.getTime() + leaseMs)
    for (const id of await claimWebhooks(database.pool, { now: at, until, lease, most })) {
      const running = run(id, lease)
      active.add(running)
      void running.then(() => active.delete(running))
    }
  }
  return {
    async runDue() {
      await claim()
      await Promise.all(active)
    },
    start() {
      let round: Promise<void> | null = null
      const claimOnce = async (): Promise<void> => {
        try {
          await claim()
        } catch (error) {
          log.warn({ err: error }, 'webhooks could not be claimed; they are tried again')
        }
        round = null
      }
      const timer = setInterval(() => (round ??= claimOnce()), pollMs)
      return async () => {
        isStopping = true
        clearInterval(timer)
        await round
        // A delivery that is cut off is sent again by another server, or after the next start.
        await waitAtMost(stopMs, Promise.all(active), () => [])
      }
    },
  }
}

interface RunOptions extends WebhookSenderOptions {
  isStopping(): boolean
}

/** Sends what is due of one claimed webhook, a batch at a time. */
async function runWebhook(options: RunOptions, id: string, lease: string): Promise<void> {
  const { database, now } = options
  const end = now().getTime() + runMs
  for (;;) {
    const until = new Date(now().getTime() + leaseMs)
    const webhook = await renewClaim(database.pool, id, { until, lease })
    if (webhook === undefined) return releaseClaim(database.pool, id, lease, now())
    if (!webhook.mayEdit) return turnOff(options, webhook, 'access')
    await resealSecret(options, webhook)
    const isComplete = await fanOut(options, webhook, lease)
    const pending = await readPending(database.pool, id, pendingWindow)
    const due = chooseDue(pending, now(), sendsAtOnce)
    if (due.length === 0 && isComplete) return releaseClaim(database.pool, id, lease, findNextTime(pending))
    if (due.length > 0) {
      const outcome = await sendBatch(options, webhook, due)
      if (outcome === 'off') return
      if (outcome === 'refused') return releaseClaim(database.pool, id, lease, now())
    }
    if (now().getTime() >= end || options.isStopping()) return releaseClaim(database.pool, id, lease, now())
  }
}

/** A secret that is sealed with an outdated key must not be lost when that key is removed. */
async function resealSecret({ database, sealing }: RunOptions, webhook: ClaimedWebhook): Promise<void> {
  const { id, sealedSecret } = webhook
  if (sealing.usesCurrentKey(sealedSecret)) return
  const secret = sealing.open(sealedSecret, nameSecret(id))
  if (secret !== null) await storeSecret(database.pool, webhook, sealing.seal(secret, nameSecret(id)))
}

const findNextTime = (pending: readonly DeliveryRow[]): Date | null =>
  pending.reduce<Date | null>(
    (first, { nextAt }) => (nextAt !== null && (first === null || nextAt < first) ? nextAt : first),
    null,
  )

/** Turns the next changes of the project into deliveries. Returns false if there may be more. */
async function fanOut(
  { database }: RunOptions,
  { id, projectId, cursorSeq, events: chosen }: ClaimedWebhook,
  lease: string,
): Promise<boolean> {
  return database.transaction(async ({ client }) => {
    const waiting = await readPending(client, id, pendingWindow)
    if (waiting.length >= pendingWindow) return true
    const entries = await readLogEntries(client, projectId, cursorSeq, entriesAtOnce)
    const last = entries.at(-1)
    if (last === undefined || !(await advanceCursor(client, { id, lease, seq: last.seq }))) return true
    const events = entries.flatMap((entry) => deriveEvents(projectId, entry, chosen))
    await insertDeliveries(client, id, events)
    return entries.length < entriesAtOnce
  })
}

type BatchOutcome = 'accepted' | 'refused' | 'off'

async function sendBatch(
  options: RunOptions,
  webhook: ClaimedWebhook,
  batch: readonly DeliveryRow[],
): Promise<BatchOutcome> {
  const { database, now } = options
  const subjects = await readSubjects(database.pool, webhook.projectId, batch)
  const sent = await Promise.all(
    batch.map((delivery) => postMessage(options, webhook, { id: delivery.id, body: buildBody(delivery, subjects) })),
  )
  const isAccepted = sent.some((one) => one.isAccepted)
  const acceptedAt = isAccepted ? now() : webhook.acceptedAt
  const results = batch.map((delivery, index) => toResult(delivery, sent[index] as Sent))
  const waits = results.flatMap(({ nextAt }) => nextAt?.getTime() ?? [])
  await database.transaction(async ({ client }) => {
    await storeResults(client, results)
    await storeBatchResult(client, webhook.id, {
      at: now(),
      status: sent.find((one) => one.isAccepted === isAccepted)?.status ?? null,
      isAccepted,
      failures: isAccepted ? 0 : webhook.failures + 1,
      waitUntil: isAccepted ? null : new Date(Math.min(...waits, now().getTime() + mostWaitMs)),
    })
  })
  const reason = findOffReason(batch, results, acceptedAt)
  if (reason === null) return isAccepted ? 'accepted' : 'refused'
  await turnOff(options, webhook, reason)
  return 'off'
}

function toResult({ id, attempts, firstAt }: DeliveryRow, { at, status, problem, durationMs, isAccepted }: Sent) {
  const waitMs = retryAfterMs[attempts] ?? hourMs
  const nextAt = new Date(at.getTime() + durationMs + waitMs)
  const isLate = nextAt.getTime() > (firstAt ?? at).getTime() + giveUpMs
  const state = isAccepted ? 'delivered' : isLate ? 'failed' : 'pending'
  return {
    id,
    at,
    status,
    problem,
    durationMs,
    state,
    nextAt: state === 'pending' ? nextAt : null,
  } as const satisfies DeliveryResult
}

/**
 * An event that only fails by itself, while the receiver accepts others, is given up alone after a day. If the receiver
 * has accepted nothing since, the webhook is switched off.
 */
function findOffReason(
  batch: readonly DeliveryRow[],
  results: readonly DeliveryResult[],
  acceptedAt: Date | null,
): OffReason | null {
  if (results.some(({ status }) => status === 410)) return 'gone'
  const isGivenUp = batch.some(
    ({ firstAt }, index) =>
      results[index]?.state === 'failed' && (acceptedAt === null || firstAt === null || acceptedAt < firstAt),
  )
  return isGivenUp ? 'failed' : null
}

async function turnOff(options: RunOptions, webhook: ClaimedWebhook, reason: OffReason): Promise<void> {
  await options.database.transaction(async (tx) => {
    if (await switchOff(tx.client, webhook.id, reason)) await options.onSwitchedOff(tx, webhook, reason)
  })
  options.log.info({ webhookId: webhook.id, reason }, 'a webhook was switched off')
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { requireRate } from '../../../api/rate-limits.ts'
import type { Database } from '../../../database/database.ts'
import type { Jobs } from '../../../ports/jobs.ts'
import type { Rate, Rates } from '../../../ports/rates.ts'
import type { IssueTracker } from '../../../ports/tracker.ts'
import { findSyncedProjectsByIssue } from '../links/issue-link-store.ts'
import type { TrackerConnections } from '../settings/connection-store.ts'
import { requestTexts } from '../../../texts/requests.ts'
import { enqueueSync } from './enqueue-changes.ts'
import { claimDelivery, saveHint } from './task-store.ts'

export interface TrackerWebhookOptions {
  readonly database: Database
  readonly jobs: Jobs
  readonly tracker: IssueTracker
  readonly connections: TrackerConnections
  /** Null means no limits. */
  readonly rates: Rates | null
}

const webhookBodyLimit = 2 * 1024 * 1024
const maxIdentifierLength = 200
const accountIdPattern = /^[\w-]{1,64}$/
/** Matches ids and keys of issues. */
const issueNamePattern = /^[\w-]{1,200}$/
/** The periodic poll finds what a refused call reports. */
const webhookRate: Rate = { name: 'tracker-webhook', max: 600, windowMs: 60_000 }

/**
 * Receives the tracker's notice that something changed. It is only a hint: the change is read from the tracker itself.
 */
export const trackerWebhookRoutes =
  (options: TrackerWebhookOptions): FastifyPluginAsync =>
  async (app) => {
    const { connections, rates } = options
    // The signature covers the raw bytes, so that parsing and serializing them would break it.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.post<{ Params: { accountId: string } }>(
      '/jira/:accountId',
      { bodyLimit: webhookBodyLimit },
      async (request, reply) => {
        const { accountId } = request.params
        await requireWebhookRate(rates, accountId)
        // A character that the database cannot store would fail there.
        const connection = accountIdPattern.test(accountId) ? await connections.read(accountId) : null
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const isAccepted =
          connection !== null && hasValidSignature(body, request.headers['x-hub-signature'], connection.webhookSecret)
        const issues = isAccepted ? readIssueHints(body) : []
        const identifier = request.headers['x-atlassian-webhook-identifier']
        if (isAccepted && issues.length > 0) {
          await storeHint(options, {
            accountId,
            site: options.tracker.site(connection.credentials).site,
            issues,
            identifier: typeof identifier === 'string' ? identifier : null,
          })
        }
        if (connection !== null) await connections.markWebhook(connection, !isAccepted)
        if (connection !== null && !isAccepted) request.log.warn({ accountId }, 'a webhook call has a wrong signature')
        reply.header('cache-control', 'no-store')
        // An unknown account gets the same answer as a wrong signature, so that ids cannot be probed.
        return isAccepted ? reply.send({ received: true }) : reply.code(401).send({ received: false })
      },
    )
  }

const requireWebhookRate = (rates: Rates | null, accountId: string): Promise<void> =>
  requireRate(rates, webhookRate, { key: accountId.slice(0, maxIdentifierLength), message: requestTexts.tooManyCalls })

/** Without a secret every call is accepted, because it can only cause a read. */
function hasValidSignature(body: Buffer, header: string | string[] | undefined, secret: string | null): boolean {
  if (secret === null) return true
  const given = typeof header === 'string' ? (/^sha256=([0-9a-f]{64})$/i.exec(header)?.[1] ?? '') : ''
  const wanted = createHmac('sha256', secret).update(body).digest()
  const received = Buffer.from(given, 'hex')
  return received.length === wanted.length && timingSafeEqual(received, wanted)
}

const idShape = z.union([z.string(), z.number()]).transform(String)
const hintShape = z.object({
  issue: z.object({
    id: idShape,
    fields: z.object({ parent: z.object({ id: idShape.optional(), key: z.string().optional() }).nullish() }).nullish(),
  }),
})

interface IssueHint {
  readonly id: string
  /** Ids or keys of possible parents: texts of its fields, whatever their names. */
  readonly parents: readonly string[]
}

/** A new or removed link is reported without an issue: both ends of it may have changed. */
const linkHintShape = z.object({ issueLink: z.object({ sourceIssueId: idShape, destinationIssueId: idShape }) })

function readIssueHints(body: Buffer): readonly IssueHint[] {
  try {
    const given: unknown = JSON.parse(body.toString('utf8'))
    const linked = linkHintShape.safeParse(given)
    if (linked.success) {
      const { sourceIssueId, destinationIssueId } = linked.data.issueLink
      return [sourceIssueId, destinationIssueId]
        .filter((id) => issueNamePattern.test(id))
        .map((id) => ({ id, parents: [] }))
    }
    const { issue } = hintShape.parse(given)
    const fields = (given as { issue: { fields?: Record<string, unknown> } }).issue.fields ?? {}
    const { parent } = issue.fields ?? {}
    const epicLinks = Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith('customfield_') && typeof value === 'string' && /^[A-Z][A-Z0-9_]*-\d+$/.test(value)
        ? [value]
        : [],
    )
    const parents = [parent?.id, parent?.key, ...epicLinks.slice(0, 20)].flatMap((one) => one ?? [])
    return issueNamePattern.test(issue.id)
      ? [{ id: issue.id, parents: parents.filter((one) => issueNamePattern.test(one)) }]
      : []
  } catch {
    return []
  }
}

interface WebhookCall {
  readonly accountId: string
  readonly site: string
  readonly issues: readonly IssueHint[]
  readonly identifier: string | null
}

/** Stores the hints and their jobs together: an accepted call without a job would never be sent again. */
const storeHint = ({ database, jobs }: TrackerWebhookOptions, { accountId, site, issues, identifier }: WebhookCall) =>
  database.transaction(async ({ client }) => {
    const isNew =
      identifier === null || (await claimDelivery(client, accountId, identifier.slice(0, maxIdentifierLength)))
    if (!isNew) return
    for (const { id, parents } of issues) {
      for (const projectId of await findSyncedProjectsByIssue(client, { accountId, site }, [id, ...parents])) {
        await saveHint(client, projectId, { id, at: new Date() })
        await enqueueSync(jobs, projectId, { tx: client })
      }
    }
  })

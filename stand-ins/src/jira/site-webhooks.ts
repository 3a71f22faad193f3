import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

export interface WebhookTarget {
  readonly url: string
  readonly secret: string | null
}

type IssueEventName = 'jira:issue_created' | 'jira:issue_updated' | 'jira:issue_deleted'
type LinkEventName = 'issuelink_created' | 'issuelink_deleted'
export type WebhookEventName = IssueEventName | LinkEventName

/** A link as its own event describes it; that event names no issue. */
interface LinkEvent {
  readonly id: string
  readonly sourceIssueId: string
  readonly destinationIssueId: string
}

export interface WebhookDelivery {
  readonly url: string
  readonly identifier: string
  readonly event: WebhookEventName
  /** Empty for a link. */
  readonly issueKey: string
  /** The status of each attempt; 0 means no response. */
  readonly tries: number[]
}

export interface SiteWebhooks {
  register(url: string, secret?: string | null): void
  send(event: IssueEventName, issue: { readonly key: string }, accountId: string): void
  sendLink(event: LinkEventName, issueLink: LinkEvent): void
  readonly deliveries: readonly WebhookDelivery[]
  /** Resolves when no delivery is running. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const retriedStatuses = new Set([0, 408, 409, 425, 429, 500, 502, 503, 504])
const maxDeliveryAttempts = 5

/** Notifies its listeners of every change by anybody; a failed delivery is repeated with the same identifier. */
export function createSiteWebhooks(retryMs: number): SiteWebhooks {
  const hooks: WebhookTarget[] = []
  const deliveries: WebhookDelivery[] = []
  const pending = new Set<Promise<void>>()
  const stopping = new AbortController()
  const deliver = async ({ url, secret }: WebhookTarget, delivery: WebhookDelivery, body: string): Promise<void> => {
    for (let retry = 0; retry < maxDeliveryAttempts && !stopping.signal.aborted; retry += 1) {
      const headers = {
        'content-type': 'application/json',
        'x-atlassian-webhook-identifier': delivery.identifier,
        'x-atlassian-webhook-flow': 'Primary',
        ...(retry > 0 && { 'x-atlassian-webhook-retry': String(retry) }),
        ...(secret !== null && {
          'x-hub-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        }),
      }
      const status = await fetch(url, { method: 'POST', headers, body, signal: stopping.signal }).then(
        (answer) => answer.status,
        () => 0,
      )
      delivery.tries.push(status)
      if (!retriedStatuses.has(status)) return
      await wait(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const sendToAll = (event: WebhookEventName, issueKey: string, content: object): void => {
    const body = JSON.stringify({ timestamp: Date.now(), webhookEvent: event, ...content })
    for (const hook of hooks) {
      const delivery = { url: hook.url, identifier: randomUUID(), event, issueKey, tries: [] }
      deliveries.push(delivery)
      const work = deliver(hook, delivery, body).finally(() => pending.delete(work))
      pending.add(work)
    }
  }
  return {
    deliveries,
    register: (url, secret = null) => void hooks.push({ url, secret }),
    send: (event, issue, accountId) =>
      sendToAll(event, issue.key, {
        issue_event_type_name: event.replace('jira:', ''),
        user: { accountId, displayName: 'Somebody' },
        issue,
      }),
    sendLink: (event, issueLink) => sendToAll(event, '', { issueLink }),
    async settled() {
      while (pending.size > 0) await Promise.all(pending)
    },
    async stop() {
      stopping.abort()
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

import { isUuid } from '@espalier/domain'
import type { SqlClient } from '../../database/nodes.ts'
import type { Audit, Log } from '../../ports/log.ts'
import { insertAuditRows, type NewAuditRow } from './store.ts'

type AuditEvent = Parameters<Audit>[0]

export interface AuditTrailOptions {
  readonly pool: SqlClient
  /** Writes the event as a line of the log. */
  readonly logEvent: Audit
  readonly log: Log
  readonly now?: () => Date
}

/**
 * Records security-relevant events: always in the log, and in the table that operators search, unless there are
 * too many of their kind. To audit something new, call `record` (or `audit` of a write) with a kind of its own: it
 * needs no list here, and the admin page shows its name if it has none for it.
 */
export interface AuditTrail {
  /** Logs and stores. The caller does not wait: a full disk must not stop a sign-in. */
  readonly record: Audit
  /** Only logs, for events that were stored in the transaction of the change itself. */
  readonly logOnly: Audit
  /** Stores inside a transaction: the entries exist only if the change does. */
  store(tx: SqlClient, events: readonly AuditEvent[]): Promise<void>
  /** Waits for entries that are being stored. */
  settle(): Promise<void>
}

/** Anybody could fill the table with these; the log has them. Changes of nodes are in the project's history. */
const loggedOnly: ReadonlySet<string> = new Set(['access-refused', 'nodes-deleted'])

export function createAuditTrail({ pool, logEvent, log, now = () => new Date() }: AuditTrailOptions): AuditTrail {
  const running = new Set<Promise<void>>()
  const store = (client: SqlClient, events: readonly AuditEvent[]): Promise<void> => {
    const at = now()
    return insertAuditRows(
      client,
      events.filter(({ kind }) => !loggedOnly.has(kind)).map((event) => toAuditRow(event, at)),
    )
  }
  return {
    record(event) {
      logEvent(event)
      const done = store(pool, [event])
        .catch((error: unknown) => log.error({ err: error, audit: event.kind }, 'an audit entry could not be stored'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    logOnly: logEvent,
    store,
    async settle() {
      await Promise.all(running)
    },
  }
}

const maxTextCharacters = 500
const secretName = /secret|password|^token$|cookie|authorization|api_?key/i

/** The identity service calls the person `identityId`; if an operator changed it, that person is the subject. */
function toAuditRow(event: AuditEvent, at: Date): NewAuditRow {
  const { kind, userId, identityId, subjectId, projectId, address, byTokenId, byTokenName, ...others } = event
  const isActedUpon = kind === 'state-changed' || kind === 'metadata-changed'
  return {
    at,
    action: kind,
    userId: toText(userId) ?? (isActedUpon ? null : toText(identityId)),
    subjectId: toText(subjectId) ?? (isActedUpon ? toText(identityId) : null),
    projectId: toId(projectId),
    address: toText(address),
    tokenId: toId(byTokenId),
    tokenName: toText(byTokenName),
    details: toDetails(others),
  }
}

const toText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? cutText(value) : null)

const toId = (value: unknown): string | null => (typeof value === 'string' && isUuid(value) ? value : null)

/** PostgreSQL stores no zero characters and no halves of characters, which the cut may leave as well. */
const cutText = (text: string): string =>
  Buffer.from(text.replaceAll('\u0000', '').slice(0, maxTextCharacters)).toString()

type Details = NewAuditRow['details']

function toDetails(fields: Omit<AuditEvent, 'kind'>): Details {
  const details: Record<string, Details[string]> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (secretName.test(name) || value === undefined || value === '') continue
    details[name] = typeof value === 'string' ? cutText(value) : value
  }
  return details
}

import { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Authenticate, authenticateRequest, describeActor, withAddress } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import type { Audit } from '../../ports/log.ts'
import { auditFormats, exportAuditLog } from '../audit/index.ts'
import { parseAuditFilter } from './audit-views.ts'
import type { AdminPolicy } from './policy.ts'

export interface AuditRoutesOptions {
  readonly policy: AdminPolicy
  readonly database: Database
  readonly authenticate: Authenticate
  readonly audit: Audit
}

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' } as const

/** Serves the audit log as a file. To everybody but operators the addresses do not exist. */
export const auditRoutes =
  ({ policy, database, authenticate, audit }: AuditRoutesOptions): FastifyPluginAsync =>
  async (app) => {
    for (const format of auditFormats) {
      app.get(`/audit-log.${format}`, async (request, reply) => {
        const viewer = withAddress(await authenticateRequest(authenticate, request.headers), request.ip)
        const admin = policy.requireAdmin(viewer)
        const filter = readFilter(request)
        audit({ kind: 'audit-log-exported', ...describeActor(admin), format })
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="audit-log.${format}"`)
          .type(mediaTypes[format])
          .send(Readable.from(exportAuditLog(database.pool, filter, format)))
      })
    }
  }

function readFilter({ query }: FastifyRequest) {
  const given = query as Readonly<Record<string, unknown>>
  const text = (name: string): string | null => {
    const value = given[name]
    return typeof value === 'string' ? value : null
  }
  const time = (name: string): number | null => {
    const value = text(name)
    return value === null || value === '' ? null : Number(value)
  }
  return parseAuditFilter({
    person: text('person'),
    action: text('action'),
    projectId: text('projectId'),
    since: time('since'),
    until: time('until'),
  })
}

import { Readable } from 'node:stream'
import { hourMs } from '@espalier/domain'
import type { FastifyPluginAsync } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import { requireRate } from '../../api/rate-limits.ts'
import { getToken } from '../../api/token-rights.ts'
import { type Authenticate, authenticateRequest } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import type { SqlClient } from '../../database/nodes.ts'
import type { Identities, PersonSession } from '../../ports/identities.ts'
import type { Audit } from '../../ports/log.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { tokenTexts } from '../../texts/access-tokens.ts'
import { accountDataTexts } from '../../texts/account-data.ts'
import { requireAccountPermission } from '../account/index.ts'
import { personLists, projectLists, readAccountJson, readDataPages, readOwnProjectPages } from './download-store.ts'

interface DownloadOptions {
  readonly database: Database
  readonly identities: Pick<Identities, 'listSessions'>
  readonly authenticate: Authenticate
  /** Null means no limits. */
  readonly rates: Rates | null
  readonly audit: Audit
  readonly now?: () => Date
}

const downloadRate: Rate = { name: 'data downloads', max: 10, windowMs: hourMs, isExact: true }

/** Serves everything of a person in one JSON file. */
export const accountDataRoutes =
  ({ database, identities, authenticate, rates, audit, now = () => new Date() }: DownloadOptions): FastifyPluginAsync =>
  async (app) => {
    app.get('/account-data', async ({ headers }, reply) => {
      const viewer = requireAccountPermission(await authenticateRequest(authenticate, headers), 'account.read')
      if (getToken(viewer) !== null) throw new ApiError('FORBIDDEN', tokenTexts.peopleOnly)
      const { id } = viewer.person
      await requireRate(rates, downloadRate, { key: id, message: accountDataTexts.tooOften })
      const at = now()
      // Read before the file begins: it could not report that the service is unavailable.
      const sessions = (await identities.listSessions?.(id)) ?? []
      audit({ kind: 'account-data-downloaded', userId: id })
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="espalier-${at.toISOString().slice(0, 10)}.json"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(writeAccountData(database.pool, id, { at, sessions }), { objectMode: false }))
    })
  }

/** The file in pieces. The next page is read only when the client has taken the one before. */
async function* writeAccountData(
  db: SqlClient,
  userId: string,
  { at, sessions }: { readonly at: Date; readonly sessions: readonly PersonSession[] },
): AsyncGenerator<string> {
  yield `{"format":"espalier account data","version":1,"createdAt":${JSON.stringify(at)},`
  yield `"account":${await readAccountJson(db, userId)},"sessions":${JSON.stringify(sessions)},"projects":[`
  let separator = ''
  for await (const projects of readOwnProjectPages(db, userId)) {
    for (const project of projects) {
      const { id } = JSON.parse(project) as { readonly id: string }
      yield `${separator}${project.slice(0, -1)}`
      for (const [name, list] of Object.entries(projectLists)) yield* writeList(name, readDataPages(db, list, id))
      yield '}'
      separator = ',\n'
    }
  }
  yield ']'
  for (const [name, list] of Object.entries(personLists)) yield* writeList(name, readDataPages(db, list, userId))
  yield '}\n'
}

async function* writeList(name: string, pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`
  let separator = ''
  for await (const lines of pages) {
    yield separator + lines.join(',\n')
    separator = ',\n'
  }
  yield ']'
}

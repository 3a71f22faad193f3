import { randomUUID } from 'node:crypto'

import { exchangeLimits, limits } from '@espalier/domain'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'

import type { Database } from '../../database/database.ts'
import {
  dropAllButLatest,
  dropImport,
  findImport,
  forgetImports,
  stageImport,
  stagedSize,
  stagePart,
} from '../../database/imports.ts'
import type { Audit } from '../../ports/audit.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { ApiError } from '../../transport/api-error.ts'
import { clientIdOf } from '../../transport/graphql/operation-request.ts'
import { tooOften } from '../../transport/http/rate-limits.ts'
import { transportLimits } from '../../transport/limits.ts'
import { parseStrictJson } from '../../transport/strict-json.ts'
import { type Authenticate, authenticateRequest } from '../../transport/viewer.ts'
import {
  findProject,
  isStoredId,
  requireAllowed,
  requireSignedIn,
  signedIn,
  type SignedInViewer,
  type Writes,
} from '../projects/index.ts'
import { finishImport, noSuchImport } from './finish-import.ts'
import { readBeginning, readPartNodes, refused } from './import-input.ts'
import { importPolicy } from './policy.ts'
import { createQueue } from './queue.ts'

export interface ImportOptions {
  readonly database: Database
  readonly writes: Writes
  readonly authenticate: Authenticate
  readonly audit: Audit
  /** Null: no limits. */
  readonly rates: Rates | null
  readonly now?: () => Date
}

const begun: Rate = { name: 'imports', max: exchangeLimits.importsPerMinute, windowMs: 60_000 }
/** A file's texts take more room once each stands in JSON. */
const mostBytes = 2 * limits.files.bytes
const finishedAtOnce = 2
const address = '/import/projects'

/** A file comes in parts, each of them small, and becomes nodes at once when the last one is there. */
export const importRoutes = (options: ImportOptions): FastifyPluginAsync => {
  const { database, writes, authenticate } = options
  const viewerOf = async ({ headers }: FastifyRequest) => signedIn(await authenticateRequest(authenticate, headers))
  // Each holds a whole file in memory.
  const inTurn = createQueue(finishedAtOnce)
  return async (app) => {
    takeJson(app)
    app.post(address, async (request, reply) => {
      const id = await begin(options, await viewerOf(request), request.body)
      return reply.code(201).header('cache-control', 'no-store').send({ id })
    })
    app.post<PartRequest>(`${address}/:id/parts/:part`, { bodyLimit: transportLimits.importPartBytes }, (request) =>
      viewerOf(request).then((viewer) => takePart(options, viewer, request.params, request.body)),
    )
    app.post<ImportRequest>(`${address}/:id/finish`, async (request) => {
      const viewer = await viewerOf(request)
      const { id } = readId(request.params)
      const clientId = clientIdOf(request.headers['x-client-id'])
      const caller = { viewer, clientId, operationId: id, field: 'import' }
      return inTurn(() => finishImport({ database, writes }, caller, id))
    })
    app.delete<ImportRequest>(`${address}/:id`, async (request, reply) => {
      const { person } = await viewerOf(request)
      await dropImport(database.pool, readId(request.params).id, person.id)
      return reply.code(204).send()
    })
  }
}

interface ImportRequest {
  Params: { id: string }
}
interface PartRequest {
  Params: { id: string; part: string }
}

// Only JSON: any other type could be sent by a form of another site.
function takeJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseStrictJson(body),
  )
}

function readId({ id }: { readonly id: string }): { readonly id: string } {
  if (!isStoredId(id)) throw noSuchImport()
  return { id: id.toLowerCase() }
}

async function begin(
  { database, audit, rates, now = () => new Date() }: ImportOptions,
  viewer: SignedInViewer,
  given: unknown,
): Promise<string> {
  const { person } = viewer
  const counted = await rates?.count(begun, person.id)
  if (counted !== undefined && counted.count > begun.max) throw tooOften(counted.endsInMs, 'Too many imports')
  const staged = await readBeginning(given)
  if (staged.projectId === null) requireSignedIn(viewer, importPolicy['import.new'])
  else {
    const found = await findProject(database.pool, viewer, staged.projectId)
    requireAllowed(found, { viewer, rule: importPolicy['import.into'], audit })
  }
  const id = randomUUID()
  const at = now()
  await forgetImports(database.pool, new Date(at.getTime() - exchangeLimits.keptMs))
  await stageImport(database.pool, { ...staged, id, userId: person.id }, at)
  await dropAllButLatest(database.pool, person.id, exchangeLimits.openImports)
  return id
}

async function takePart(
  { database: { pool } }: ImportOptions,
  { person }: SignedInViewer,
  params: PartRequest['Params'],
  given: unknown,
): Promise<{ readonly nodes: number }> {
  const { id } = readId(params)
  const staged = await findImport(pool, id, person.id)
  if (staged === null) throw noSuchImport()
  if (!/^\d{1,6}$/.test(params.part))
    throw new ApiError('BAD_USER_INPUT', 'Parts are numbered from 0', { field: 'part' })
  await stagePart(pool, id, Number(params.part), await readPartNodes(given))
  const { nodes, bytes } = await stagedSize(pool, id)
  if (nodes <= staged.nodeCount && bytes <= mostBytes) return { nodes }
  await dropImport(pool, id, person.id)
  throw bytes > mostBytes ? refused('too-large') : refused('broken', 'it holds more nodes than were announced')
}

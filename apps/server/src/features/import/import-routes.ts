import { randomUUID } from 'node:crypto'
import { exchangeLimits } from '@espalier/domain'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import { requireRate } from '../../api/rate-limits.ts'
import { apiLimits } from '../../api/limits.ts'
import { parseClientId, parseStrictJson } from '../../api/parse-request.ts'
import { getTokenProject, requireAllProjects, requireEditorToken, requireWholeProject } from '../../api/token-rights.ts'
import { type Authenticate, authenticateRequest, withAddress } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import {
  deleteOldImports,
  dropAllButLatestImports,
  dropImport,
  findImport,
  readStagedSize,
  type StagedImport,
  stageImport,
  stageImportPart,
} from './store.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import type { Audit } from '../../ports/log.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import {
  findProjectForViewer,
  isStoredId,
  requireAllowedPerson,
  requirePerson,
  requireProjectAccess,
  type SignedInViewer,
  type Writes,
} from '../projects/index.ts'
import { requestTexts } from '../../texts/requests.ts'
import { projectErrorTexts } from '../../texts/projects.ts'
import { finishImport, importNotFoundError } from './finish-import.ts'
import { importFileError, readImportPartNodes, readImportStart } from './import-input.ts'
import { importPolicy } from './policy.ts'

interface ImportOptions {
  readonly database: Database
  readonly writes: Writes
  readonly authenticate: Authenticate
  readonly audit: Audit
  /** Null means no limits. */
  readonly rates: Rates | null
  readonly now?: () => Date
}

const importStartRate: Rate = { name: 'imports', max: exchangeLimits.importsPerMinute, windowMs: 60_000 }
/** A file's texts take more space inside JSON. */
const maxStagedBytes = 2 * exchangeLimits.files.bytes
const maxConcurrentFinishes = 2
const importPath = '/import/projects'

/** A file is uploaded in small parts and becomes nodes at once when the last part is there. */
export const importRoutes = (options: ImportOptions): FastifyPluginAsync => {
  const { database, writes, authenticate } = options
  const readViewer = async ({ headers, ip }: FastifyRequest) => {
    const viewer = withAddress(requirePerson(await authenticateRequest(authenticate, headers)), ip)
    requireEditorToken(viewer)
    // A file brings tags, stages and fields of the whole project.
    requireWholeProject(viewer)
    return viewer
  }
  // Each import holds a whole file in memory.
  const runLimited = limitConcurrency(maxConcurrentFinishes)
  return async (app) => {
    acceptOnlyJson(app)
    app.post(importPath, async (request, reply) => {
      const id = await startImport(options, await readViewer(request), request.body)
      return reply.code(201).header('cache-control', 'no-store').send({ id })
    })
    app.post<PartRequest>(`${importPath}/:id/parts/:part`, { bodyLimit: apiLimits.importPartBytes }, (request) =>
      readViewer(request).then((viewer) => storeImportPart(options, viewer, request.params, request.body)),
    )
    app.post<ImportRequest>(`${importPath}/:id/finish`, async (request) => {
      const viewer = await readViewer(request)
      const { id } = readImportId(request.params)
      const clientId = parseClientId(request.headers['x-client-id'])
      const caller = { viewer, clientId, operationId: id, field: 'import' }
      return runLimited(() => finishImport({ database, writes }, caller, id))
    })
    app.delete<ImportRequest>(`${importPath}/:id`, async (request, reply) => {
      const viewer = await readViewer(request)
      const { id } = readImportId(request.params)
      if ((await findOwnImport(database, viewer, id)) !== null) await dropImport(database.pool, id, viewer.person.id)
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

// Only JSON is accepted, because a form of another site could send any other type.
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseStrictJson(body),
  )
}

function readImportId({ id }: { readonly id: string }): { readonly id: string } {
  if (!isStoredId(id)) throw importNotFoundError()
  return { id: id.toLowerCase() }
}

async function startImport(
  { database, audit, rates, now = () => new Date() }: ImportOptions,
  viewer: SignedInViewer,
  given: unknown,
): Promise<string> {
  const { person } = viewer
  await requireRate(rates, importStartRate, { key: person.id, message: requestTexts.tooManyImports })
  const staged = await readImportStart(given)
  if (staged.projectId === null) {
    requireAllProjects(viewer)
    requireAllowedPerson(viewer, importPolicy['import.new'])
  } else {
    const found = await findProjectForViewer(database.pool, viewer, staged.projectId)
    requireProjectAccess(found, { viewer, rule: importPolicy['import.into'], audit })
  }
  const id = randomUUID()
  const at = now()
  await deleteOldImports(database.pool, new Date(at.getTime() - exchangeLimits.keptMs))
  await stageImport(database.pool, { ...staged, id, userId: person.id }, at)
  await dropAllButLatestImports(database.pool, person.id, exchangeLimits.openImports)
  return id
}

/** A program with a token for one project has no part in its person's imports into others. */
async function findOwnImport({ pool }: Database, viewer: SignedInViewer, id: string): Promise<StagedImport | null> {
  const staged = await findImport(pool, id, viewer.person.id)
  const only = getTokenProject(viewer)
  return only === null || staged?.projectId === only ? staged : null
}

async function storeImportPart(
  { database }: ImportOptions,
  viewer: SignedInViewer,
  params: PartRequest['Params'],
  given: unknown,
): Promise<{ readonly nodes: number }> {
  const { pool } = database
  const { id } = readImportId(params)
  const staged = await findOwnImport(database, viewer, id)
  if (staged === null) throw importNotFoundError()
  if (!/^\d{1,6}$/.test(params.part))
    throw new ApiError('BAD_USER_INPUT', projectErrorTexts.importing.badPart, { field: 'part' })
  const isStored = await stageImportPart(pool, id, Number(params.part), await readImportPartNodes(given))
  if (!isStored && (await findOwnImport(database, viewer, id)) === null) throw importNotFoundError()
  const { nodes, bytes } = await readStagedSize(pool, id)
  if (nodes <= staged.nodeCount && bytes <= maxStagedBytes) return { nodes }
  await dropImport(pool, id, viewer.person.id)
  throw bytes > maxStagedBytes
    ? importFileError('too-large')
    : importFileError('broken', projectErrorTexts.importing.moreThanAnnounced)
}

/** Limits how much work runs at once; the rest waits in order. */
function limitConcurrency(most: number): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      // The slot passes directly to the next waiter: if it were released first, a new caller could take it in between.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/** Deletes unfinished uploads, even if nobody starts another one. */
export const importJobRunners = (database: Database, now = () => new Date()): Pick<JobRunners, 'forget-imports'> => ({
  'forget-imports': async () => {
    await deleteOldImports(database.pool, new Date(now().getTime() - exchangeLimits.keptMs))
  },
})

import type { Core } from '../core/core.ts'
import { respondJson, type Visit, type VisitResponse, type VisitRoute } from '../core/visit.ts'
import { schemaPath } from '../identities/identity.ts'
import { traitsSchema } from '../identities/traits.ts'
import { HttpError, httpErrors } from '../protocol/errors.ts'
import { probeDatabase } from '../storage/database.ts'
import { findFlowError } from '../storage/flow-store.ts'
import { errorTexts } from '../texts/errors.ts'

/** Routes about the service itself: its schema and its health. */
export const serviceRoutes = (core: Core): readonly VisitRoute[] => [
  {
    methods: ['GET'],
    path: '/schemas',
    json: 'always',
    run: async () => respondJson([{ id: traitsSchema.$id, schema: traitsSchema }]),
  },
  { methods: ['GET'], path: '/schemas/:id', json: 'always', run: fetchSchema },
  { methods: ['GET'], path: '/health/alive', json: 'always', run: async () => respondJson({ status: 'ok' }) },
  { methods: ['GET'], path: '/health/ready', json: 'always', run: () => checkReadiness(core) },
]

async function fetchSchema(visit: Visit): Promise<VisitResponse> {
  if (`/schemas/${visit.params['id']}` !== schemaPath(traitsSchema.$id)) throw httpErrors.notFound()
  return respondJson(traitsSchema)
}

async function checkReadiness(core: Core): Promise<VisitResponse> {
  try {
    await probeDatabase(core.db)
    return respondJson({ status: 'ok' })
  } catch {
    return respondJson({ errors: { database: errorTexts.databaseDown } }, 503)
  }
}

const sampleErrorId = 'stub:500'

export const errorRoutes = (core: Core): readonly VisitRoute[] => [
  { methods: ['GET'], path: '/self-service/errors', json: 'always', run: (visit) => fetchFlowError(core, visit) },
]

async function fetchFlowError(core: Core, visit: Visit): Promise<VisitResponse> {
  const id = visit.query.get('id') ?? visit.query.get('error') ?? ''
  if (id === sampleErrorId) {
    const at = visit.now.toISOString()
    const error = new HttpError(500, { reason: errorTexts.sample }).error()
    return respondJson({ id, error, created_at: at, updated_at: at })
  }
  const stored = await findFlowError(core.db, id)
  if (stored === null) throw httpErrors.notFound()
  const at = stored.createdAt.toISOString()
  return respondJson({ id: stored.id, error: stored.error, created_at: at, updated_at: at })
}

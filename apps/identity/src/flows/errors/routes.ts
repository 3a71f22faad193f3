import type { Core } from '../../core.ts'
import { HttpError, httpErrors } from '../../forms/refusal.ts'
import { findFlowError } from '../../storage/errors.ts'
import { respondJson, type VisitResponse, type VisitRoute, type Visit } from '../visit.ts'

const sampleErrorId = 'stub:500'

export const errorRoutes = (core: Core): readonly VisitRoute[] => [
  { methods: ['GET'], path: '/self-service/errors', json: 'always', run: (visit) => fetchFlowError(core, visit) },
]

async function fetchFlowError(core: Core, visit: Visit): Promise<VisitResponse> {
  const id = visit.query.get('id') ?? visit.query.get('error') ?? ''
  if (id === sampleErrorId) {
    const at = visit.now.toISOString()
    const error = new HttpError(500, { reason: 'This is a sample error.' }).error()
    return respondJson({ id, error, created_at: at, updated_at: at })
  }
  const stored = await findFlowError(core.db, id)
  if (stored === null) throw httpErrors.notFound()
  const at = stored.createdAt.toISOString()
  return respondJson({ id: stored.id, error: stored.error, created_at: at, updated_at: at })
}

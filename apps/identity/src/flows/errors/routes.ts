import type { Core } from '../../core.ts'
import { Refusal, refusals } from '../../forms/refusal.ts'
import { findError } from '../../storage/errors.ts'
import { json, type Answer, type Route, type Visit } from '../visit.ts'

const sampleId = 'stub:500'

export const errorRoutes = (core: Core): readonly Route[] => [
  { methods: ['GET'], path: '/self-service/errors', json: 'always', run: (visit) => fetchError(core, visit) },
]

async function fetchError(core: Core, visit: Visit): Promise<Answer> {
  const id = visit.query.get('id') ?? visit.query.get('error') ?? ''
  if (id === sampleId) {
    const at = visit.now.toISOString()
    const error = new Refusal(500, { reason: 'This is a sample error.' }).error()
    return json({ id, error, created_at: at, updated_at: at })
  }
  const stored = await findError(core.db, id)
  if (stored === null) throw refusals.notFound()
  const at = stored.createdAt.toISOString()
  return json({ id: stored.id, error: stored.error, created_at: at, updated_at: at })
}

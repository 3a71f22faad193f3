import { sql } from 'kysely'
import type { Core } from './core.ts'
import { respondJson, type VisitResponse, type VisitRoute, type Visit } from './flows/visit.ts'
import { httpErrors } from './forms/refusal.ts'
import { schemaPath } from './identities/identity.ts'
import { traitsSchema } from './identities/traits.ts'

/** What is about the service itself: its schema and its health. */
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
    await sql`SELECT 1`.execute(core.db)
    return respondJson({ status: 'ok' })
  } catch {
    return respondJson({ errors: { database: 'The database cannot be reached.' } }, 503)
  }
}

import { sql } from 'kysely'
import type { Core } from './core.ts'
import { json, type Answer, type Route, type Visit } from './flows/visit.ts'
import { refusals } from './forms/refusal.ts'
import { schemaPath } from './identities/identity.ts'
import { traitsSchema } from './identities/traits.ts'

/** What is about the service itself: its schema and its health. */
export const serviceRoutes = (core: Core): readonly Route[] => [
  {
    methods: ['GET'],
    path: '/schemas',
    json: 'always',
    run: async () => json([{ id: traitsSchema.$id, schema: traitsSchema }]),
  },
  { methods: ['GET'], path: '/schemas/:id', json: 'always', run: fetchSchema },
  { methods: ['GET'], path: '/health/alive', json: 'always', run: async () => json({ status: 'ok' }) },
  { methods: ['GET'], path: '/health/ready', json: 'always', run: () => readiness(core) },
]

async function fetchSchema(visit: Visit): Promise<Answer> {
  if (`/schemas/${visit.params['id']}` !== schemaPath(traitsSchema.$id)) throw refusals.notFound()
  return json(traitsSchema)
}

async function readiness(core: Core): Promise<Answer> {
  try {
    await sql`SELECT 1`.execute(core.db)
    return json({ status: 'ok' })
  } catch {
    return json({ errors: { database: 'The database cannot be reached.' } }, 503)
  }
}

import type { Core } from '../../core.ts'
import { beginFlow, fetchFlow, respondWithFlow, readReturnTo } from '../kind.ts'
import type { VisitResponse, VisitRoute, Visit } from '../visit.ts'
import { verificationFlow } from './flow.ts'
import { submitVerification } from './submit.ts'

/** Without a way to mail codes there is no such flow: its addresses answer 404. */
export function verificationRoutes(core: Core): readonly VisitRoute[] {
  if (core.options.verification === undefined) return []
  const { path } = verificationFlow
  return [
    { methods: ['GET'], path: `${path}/browser`, json: 'accepts', run: (visit) => startVerification(core, visit) },
    { methods: ['GET'], path: `${path}/flows`, json: 'always', run: (visit) => fetchFlow(core, visit, verificationFlow) },
    {
      methods: ['GET', 'POST'],
      path,
      json: 'speaks',
      acceptsForm: true,
      run: (visit) => submitVerification(core, visit),
    },
  ]
}

/** For everybody: an address can also be verified in a browser that is not signed in. */
async function startVerification(core: Core, visit: Visit): Promise<VisitResponse> {
  const returnTo = readReturnTo(visit)
  return respondWithFlow(core, visit, verificationFlow, await beginFlow(core, visit, verificationFlow, { returnTo }))
}

import type { Core } from '../../core.ts'
import { beginFlow, fetchFlow, presentFlow, requestedReturn } from '../kind.ts'
import type { Answer, Route, Visit } from '../visit.ts'
import { verification } from './flow.ts'
import { submitVerification } from './submit.ts'

/** Without a way to mail codes there is no such flow: its addresses answer 404. */
export function verificationRoutes(core: Core): readonly Route[] {
  if (core.options.verification === undefined) return []
  const { path } = verification
  return [
    { methods: ['GET'], path: `${path}/browser`, json: 'accepts', run: (visit) => start(core, visit) },
    { methods: ['GET'], path: `${path}/flows`, json: 'always', run: (visit) => fetchFlow(core, visit, verification) },
    {
      methods: ['GET', 'POST'],
      path,
      json: 'speaks',
      takesForm: true,
      run: (visit) => submitVerification(core, visit),
    },
  ]
}

/** For everybody: an address can also be verified in a browser that is not signed in. */
async function start(core: Core, visit: Visit): Promise<Answer> {
  const returnTo = requestedReturn(visit)
  return presentFlow(core, visit, verification, await beginFlow(core, visit, verification, { returnTo }))
}

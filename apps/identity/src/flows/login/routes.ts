import type { Core } from '../../core.ts'
import { fetchFlow } from '../kind.ts'
import type { VisitRoute } from '../visit.ts'
import { loginFlow } from './flow.ts'
import { startLogin } from './start.ts'
import { submitLogin } from './submit.ts'

export const loginRoutes = (core: Core): readonly VisitRoute[] => [
  { methods: ['GET'], path: `${loginFlow.path}/browser`, json: 'accepts', run: (visit) => startLogin(core, visit) },
  { methods: ['GET'], path: `${loginFlow.path}/flows`, json: 'always', run: (visit) => fetchFlow(core, visit, loginFlow) },
  {
    methods: ['GET', 'POST'],
    path: loginFlow.path,
    json: 'speaks',
    acceptsForm: true,
    run: (visit) => submitLogin(core, visit),
  },
]

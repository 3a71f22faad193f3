import type { Core } from '../../core.ts'
import { fetchFlow } from '../kind.ts'
import type { Route } from '../visit.ts'
import { login } from './flow.ts'
import { startLogin } from './start.ts'
import { submitLogin } from './submit.ts'

export const loginRoutes = (core: Core): readonly Route[] => [
  { methods: ['GET'], path: `${login.path}/browser`, json: 'accepts', run: (visit) => startLogin(core, visit) },
  { methods: ['GET'], path: `${login.path}/flows`, json: 'always', run: (visit) => fetchFlow(core, visit, login) },
  {
    methods: ['GET', 'POST'],
    path: login.path,
    json: 'speaks',
    takesForm: true,
    run: (visit) => submitLogin(core, visit),
  },
]

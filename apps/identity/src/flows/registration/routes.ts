import type { Core } from '../../core.ts'
import { fetchFlow } from '../kind.ts'
import type { Route } from '../visit.ts'
import { registration } from './flow.ts'
import { startRegistration } from './start.ts'
import { submitRegistration } from './submit.ts'

export const registrationRoutes = (core: Core): readonly Route[] => [
  {
    methods: ['GET'],
    path: `${registration.path}/browser`,
    json: 'accepts',
    run: (visit) => startRegistration(core, visit),
  },
  {
    methods: ['GET'],
    path: `${registration.path}/flows`,
    json: 'always',
    run: (visit) => fetchFlow(core, visit, registration),
  },
  {
    methods: ['GET', 'POST'],
    path: registration.path,
    json: 'speaks',
    takesForm: true,
    run: (visit) => submitRegistration(core, visit),
  },
]

import type { Core } from '../../core.ts'
import { fetchFlow } from '../kind.ts'
import type { VisitRoute } from '../visit.ts'
import { registrationFlow } from './flow.ts'
import { startRegistration } from './start.ts'
import { submitRegistration } from './submit.ts'

export const registrationRoutes = (core: Core): readonly VisitRoute[] => [
  {
    methods: ['GET'],
    path: `${registrationFlow.path}/browser`,
    json: 'accepts',
    run: (visit) => startRegistration(core, visit),
  },
  {
    methods: ['GET'],
    path: `${registrationFlow.path}/flows`,
    json: 'always',
    run: (visit) => fetchFlow(core, visit, registrationFlow),
  },
  {
    methods: ['GET', 'POST'],
    path: registrationFlow.path,
    json: 'speaks',
    acceptsForm: true,
    run: (visit) => submitRegistration(core, visit),
  },
]

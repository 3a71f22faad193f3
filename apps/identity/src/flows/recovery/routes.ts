import type { Core } from '../../core.ts'
import { fetchFlow } from '../kind.ts'
import type { VisitRoute } from '../visit.ts'
import { recoveryFlow } from './flow.ts'
import { startRecovery } from './start.ts'
import { submitRecovery } from './submit.ts'

export const recoveryRoutes = (core: Core): readonly VisitRoute[] => [
  { methods: ['GET'], path: `${recoveryFlow.path}/browser`, json: 'accepts', run: (visit) => startRecovery(core, visit) },
  {
    methods: ['GET'],
    path: `${recoveryFlow.path}/flows`,
    json: 'always',
    run: (visit) => fetchFlow(core, visit, recoveryFlow),
  },
  {
    methods: ['GET', 'POST'],
    path: recoveryFlow.path,
    json: 'speaks',
    acceptsForm: true,
    run: (visit) => submitRecovery(core, visit),
  },
]

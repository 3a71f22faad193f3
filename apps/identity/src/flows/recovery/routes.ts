import type { Core } from '../../core.ts'
import { fetchFlow } from '../kind.ts'
import type { Route } from '../visit.ts'
import { recovery } from './flow.ts'
import { startRecovery } from './start.ts'
import { submitRecovery } from './submit.ts'

export const recoveryRoutes = (core: Core): readonly Route[] => [
  { methods: ['GET'], path: `${recovery.path}/browser`, json: 'accepts', run: (visit) => startRecovery(core, visit) },
  {
    methods: ['GET'],
    path: `${recovery.path}/flows`,
    json: 'always',
    run: (visit) => fetchFlow(core, visit, recovery),
  },
  {
    methods: ['GET', 'POST'],
    path: recovery.path,
    json: 'speaks',
    takesForm: true,
    run: (visit) => submitRecovery(core, visit),
  },
]

import type { Core } from '../../core.ts'
import { respondRedirect, type VisitRoute } from '../visit.ts'
import { settingsFlow } from './flow.ts'
import { fetchSettingsFlow, startSettings } from './start.ts'
import { submitSettings } from './submit.ts'

export const settingsRoutes = (core: Core): readonly VisitRoute[] => [
  { methods: ['GET'], path: `${settingsFlow.path}/browser`, json: 'accepts', run: (visit) => startSettings(core, visit) },
  { methods: ['GET'], path: `${settingsFlow.path}/flows`, json: 'always', run: (visit) => fetchSettingsFlow(core, visit) },
  {
    methods: ['GET', 'POST'],
    path: settingsFlow.path,
    json: 'speaks',
    acceptsForm: true,
    run: (visit) => submitSettings(core, visit),
  },
  {
    methods: ['GET'],
    path: '/.well-known/change-password',
    json: 'accepts',
    run: async (visit) => respondRedirect(visit.pages.settings),
  },
]

import type { Core } from '../../core.ts'
import { redirect, type Route } from '../visit.ts'
import { settings } from './flow.ts'
import { fetchSettings, startSettings } from './start.ts'
import { submitSettings } from './submit.ts'

export const settingsRoutes = (core: Core): readonly Route[] => [
  { methods: ['GET'], path: `${settings.path}/browser`, json: 'accepts', run: (visit) => startSettings(core, visit) },
  { methods: ['GET'], path: `${settings.path}/flows`, json: 'always', run: (visit) => fetchSettings(core, visit) },
  {
    methods: ['GET', 'POST'],
    path: settings.path,
    json: 'speaks',
    takesForm: true,
    run: (visit) => submitSettings(core, visit),
  },
  {
    methods: ['GET'],
    path: '/.well-known/change-password',
    json: 'accepts',
    run: async (visit) => redirect(visit.pages.settings),
  },
]

import type { Core } from '../../core.ts'
import type { VisitRoute } from '../visit.ts'
import { startLogout } from './start.ts'
import { submitLogout } from './submit.ts'

export const logoutRoutes = (core: Core): readonly VisitRoute[] => [
  { methods: ['GET'], path: '/self-service/logout/browser', json: 'speaks', run: (visit) => startLogout(core, visit) },
  { methods: ['GET'], path: '/self-service/logout', json: 'speaks', run: (visit) => submitLogout(core, visit) },
]

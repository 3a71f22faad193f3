import type { Core } from '../../core.ts'
import { refusals } from '../../forms/refusal.ts'
import { requestedReturn } from '../kind.ts'
import { json, withQuery, type Answer, type Visit } from '../visit.ts'
import { logoutToken } from './logout-token.ts'

export async function startLogout(core: Core, visit: Visit): Promise<Answer> {
  const session = await visit.session()
  if (session === null) throw refusals.sessionInactive()
  const returnTo = requestedReturn(visit)
  const token = logoutToken(core.sealer, session.id)
  const wish = returnTo === null ? {} : { return_to: returnTo }
  return json({
    logout_url: withQuery(`${visit.base}/self-service/logout`, { token, ...wish }),
    logout_token: token,
  })
}

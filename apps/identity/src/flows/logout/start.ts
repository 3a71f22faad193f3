import type { Core } from '../../core.ts'
import { httpErrors } from '../../forms/refusal.ts'
import { readReturnTo } from '../kind.ts'
import { respondJson, withQuery, type VisitResponse, type Visit } from '../visit.ts'
import { createLogoutToken } from './logout-token.ts'

export async function startLogout(core: Core, visit: Visit): Promise<VisitResponse> {
  const session = await visit.session()
  if (session === null) throw httpErrors.sessionInactive()
  const returnTo = readReturnTo(visit)
  const token = createLogoutToken(core.sealer, session.id)
  const wish = returnTo === null ? {} : { return_to: returnTo }
  return respondJson({
    logout_url: withQuery(`${visit.base}/self-service/logout`, { token, ...wish }),
    logout_token: token,
  })
}

import { respondRedirect, type Visit, type VisitResponse, withQuery } from '../core/visit.ts'
import { lacksSecondStep, type SessionRecord } from '../identities/session.ts'
import { httpErrors } from '../protocol/errors.ts'

/** Returns the address at which the second step of a sign-in begins. */
export const secondStepUrl = (visit: Visit, returnTo: string | null): string =>
  withQuery(`${visit.base}/self-service/login/browser`, {
    aal: 'aal2',
    ...(returnTo !== null && { return_to: returnTo }),
  })

/** Answers 403 to a program whose session waits for its second step, as Kratos does where it requires the highest aal. */
export function ensureSecondStep(visit: Visit, session: SessionRecord, returnTo: string | null = null): void {
  if (lacksSecondStep(session)) throw httpErrors.aal2Required(secondStepUrl(visit, returnTo))
}

/** Does the same, but redirects a browser. Null: the second step is done, or none is needed. */
export function demandSecondStep(visit: Visit, session: SessionRecord, returnTo: string): VisitResponse | null {
  if (!lacksSecondStep(session)) return null
  if (visit.isJsonClient) ensureSecondStep(visit, session, returnTo)
  return respondRedirect(secondStepUrl(visit, returnTo))
}

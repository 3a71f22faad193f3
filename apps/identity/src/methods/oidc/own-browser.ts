import type { FormVisit } from '../../core.ts'
import { httpErrors } from '../../forms/refusal.ts'

/** The protocol sends no token with a social button: the flow must be this browser's, as its CSRF cookie shows. */
export function ensureSameBrowser({ visit, flow }: FormVisit): void {
  if (!visit.csrf.matches(flow.csrfHash)) throw httpErrors.csrf('The flow was started by another browser.')
}

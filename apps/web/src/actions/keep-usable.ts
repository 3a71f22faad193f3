import type { FlowHandle } from '../data/sign-in/index.ts'
import type { SubmitFailure } from './attempt.ts'

/** The form stays on the screen after a setback, so the flow below it must be one that takes another try. */
export async function renewFlowAfterError(setback: SubmitFailure, opened: FlowHandle): Promise<void> {
  if (setback.kind === 'refused') opened.show(setback.flow)
  else if (setback.kind === 'gone') await opened.renew(setback.useFlowId)
  else if (setback.kind === 'error' && (setback.status === 403 || setback.status === 404)) await opened.renew(null)
}

import { useState } from 'react'
import { describeMissingFlow } from '../api/identity/error-texts.ts'
import type { FlowResult, IdentityFailure } from '../api/identity/flow-result.ts'
import { type Flow, readFieldErrors } from '../api/identity/flow.ts'
import type { FlowHandle, FlowOrLeaving, FlowState } from '../api/session/use-flow.ts'
import { identityErrorTexts } from '../texts/identity-errors.ts'
import { FlowError, FlowNotices } from '../ui/form/AuthPage.tsx'
import { formError, type FormErrors, noFormErrors } from '../ui/form/Form.tsx'

/** Returns the query without the id of an invalid flow. */
export function withoutFlowParam(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete('flow')
  return rest
}

/** An answer after which the form stays and shows something. */
export type SubmitFailure = IdentityFailure | Extract<FlowResult, { kind: 'refused' | 'gone' }>

interface FlowAttemptOptions {
  findFlow(): Promise<FlowOrLeaving>
  /** Returns what is left for the form to show; nothing when the page was left or all is well. */
  handleAnswer(answer: FlowResult, flow: Flow): Promise<SubmitFailure | 'left' | 'done'>
  describeError(failure: SubmitFailure): string
  /** The nodes whose messages are shown at a field. */
  readonly fields: readonly string[]
}

/** The errors of a submission. */
interface FlowOutcome extends FormErrors {
  /** There was no flow to submit. */
  readonly isFlowMissing?: boolean
}

export interface FlowAttempt {
  readonly outcome: FlowOutcome
  /** The button whose request is pending. */
  readonly busy: string | null
  showOutcome(outcome: FormErrors): void
  submit(button: string, send: (flow: Flow) => Promise<FlowResult>): Promise<void>
}

/** One submission of a form: finds the flow, sends it, and keeps the result for the form to show. */
export function useFlowAttempt(rules: FlowAttemptOptions): FlowAttempt {
  const [outcome, setOutcome] = useState<FlowOutcome>(noFormErrors)
  const [busy, setBusy] = useState<string | null>(null)
  return {
    outcome,
    busy,
    showOutcome: setOutcome,
    submit: async (button, send) => {
      if (busy !== null) return
      setBusy(button)
      setOutcome(noFormErrors)
      const flow = await rules.findFlow()
      if (flow === 'leaving') return
      const settled = flow === null ? null : await rules.handleAnswer(await send(flow), flow)
      // While the page navigates away the button stays busy, so that nothing is sent twice.
      if (settled === 'left') return
      if (settled !== 'done') setOutcome(settled === null ? createMissingFlowOutcome() : toFormOutcome(settled, rules))
      setBusy(null)
    },
  }
}

const createMissingFlowOutcome = (): FlowOutcome => ({ ...formError(identityErrorTexts.noFlow), isFlowMissing: true })

function toFormOutcome(failure: SubmitFailure, { describeError: describe, fields }: FlowAttemptOptions): FormErrors {
  if (failure.kind !== 'refused') return formError(describe(failure))
  const wrong = fields.map((name) => [name, readFieldErrors(failure.flow, name).join(' ')] as const)
  return formError(describe(failure), Object.fromEntries(wrong.filter(([, text]) => text !== '')))
}

/** The form stays on the screen after an error, so its flow must accept another attempt. */
export async function renewFlowAfterError(failure: SubmitFailure, opened: FlowHandle): Promise<void> {
  if (failure.kind === 'refused') opened.show(failure.flow)
  else if (failure.kind === 'gone') await opened.renew(failure.useFlowId)
  else if (failure.kind === 'error' && (failure.status === 403 || failure.status === 404)) await opened.renew(null)
}

interface FlowMessagesProps {
  readonly state: FlowState
  /** The result of the last attempt, whose texts are not shown twice. */
  readonly outcome: FlowOutcome
  onRetry(): void
}

/** Shows messages above a form of the identity service: the service's own notices, or that no form could be loaded. */
export function FlowMessages({ state, outcome, onRetry }: FlowMessagesProps) {
  if (state.kind === 'open') return <FlowNotices messages={state.notices} />
  if (state.kind !== 'failed' || outcome.isFlowMissing === true) return null
  return <FlowError text={identityErrorTexts.noFlow} detail={describeMissingFlow(state.answer)} onRetry={onRetry} />
}

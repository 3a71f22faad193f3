import { useState } from 'react'
import { describeMissingFlow, noFlowText } from '../api/identity/error-texts.ts'
import type { FlowResult, IdentityFailure } from '../api/identity/flow-result.ts'
import { type Flow, readFieldErrors } from '../api/identity/flow.ts'
import type { FlowHandle, FlowOrLeaving, FlowState } from '../api/session/use-flow.ts'
import { FlowError, FlowNotices } from '../ui/form/AuthPage.tsx'
import { formError, type FormErrors, noFormErrors } from '../ui/form/Form.tsx'

/** The same query without the id of a flow that is of no use any more. */
export function withoutFlowParam(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete('flow')
  return rest
}

/** An answer after which the form stays and has something to say. */
export type SubmitFailure = IdentityFailure | Extract<FlowResult, { kind: 'refused' | 'gone' }>

interface FlowAttemptOptions {
  findFlow(): Promise<FlowOrLeaving>
  /** What is left for the form to show; nothing where the page was left or all is well. */
  handleAnswer(answer: FlowResult, flow: Flow): Promise<SubmitFailure | 'left' | 'done'>
  describeError(setback: SubmitFailure): string
  /** The nodes whose messages are shown at a field. */
  readonly fields: readonly string[]
}

export interface FlowAttempt {
  readonly outcome: FormErrors
  /** The button that is being worked on. */
  readonly busy: string | null
  showOutcome(outcome: FormErrors): void
  submit(button: string, send: (flow: Flow) => Promise<FlowResult>): Promise<void>
}

/** One try at a form: finds the flow, sends, and keeps what came of it for the form to say. */
export function useFlowAttempt(rules: FlowAttemptOptions): FlowAttempt {
  const [outcome, setOutcome] = useState(noFormErrors)
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
      // On the way to another page the button stays busy, so that nothing is sent twice.
      if (settled === 'left') return
      if (settled !== 'done') setOutcome(settled === null ? formError(noFlowText) : toFormOutcome(settled, rules))
      setBusy(null)
    },
  }
}

function toFormOutcome(setback: SubmitFailure, { describeError: textOf, fields }: FlowAttemptOptions): FormErrors {
  if (setback.kind !== 'refused') return formError(textOf(setback))
  const wrong = fields.map((name) => [name, readFieldErrors(setback.flow, name).join(' ')] as const)
  return formError(textOf(setback), Object.fromEntries(wrong.filter(([, text]) => text !== '')))
}

/** The form stays on the screen after a setback, so the flow below it must be one that takes another try. */
export async function renewFlowAfterError(setback: SubmitFailure, opened: FlowHandle): Promise<void> {
  if (setback.kind === 'refused') opened.show(setback.flow)
  else if (setback.kind === 'gone') await opened.renew(setback.useFlowId)
  else if (setback.kind === 'error' && (setback.status === 403 || setback.status === 404)) await opened.renew(null)
}

interface FlowMessagesProps {
  readonly state: FlowState
  /** Of the last try: what it says already is not said twice. */
  readonly outcome: FormErrors
  onRetry(): void
}

/** What stands above a form of the identity service: what the service says by itself, or that it gave no form. */
export function FlowMessages({ state, outcome, onRetry }: FlowMessagesProps) {
  if (state.kind === 'open') return <FlowNotices messages={state.notices} />
  if (state.kind !== 'failed' || outcome.text === noFlowText) return null
  return <FlowError text={noFlowText} detail={describeMissingFlow(state.answer)} onRetry={onRetry} />
}

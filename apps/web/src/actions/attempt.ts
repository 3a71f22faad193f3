import { useState } from 'react'
import { type FlowResult, type IdentityFailure, readFieldErrors, type Flow, noFlowText } from '../data/identity/index.ts'
import type { FlowOrLeaving } from '../data/sign-in/index.ts'
import { noFormErrors, formError, type FormErrors } from '../ui/form/outcome.ts'

/** An answer after which the form stays and has something to say. */
export type SubmitFailure = IdentityFailure | Extract<FlowResult, { kind: 'refused' | 'gone' }>

export interface FlowAttemptOptions {
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

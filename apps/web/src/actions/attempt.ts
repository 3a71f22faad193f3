import { useState } from 'react'
import { type Answer, type Failure, fieldErrors, type Flow, noFlowText } from '../data/identity/index.ts'
import type { Found } from '../data/sign-in/index.ts'
import { noOutcome, said, type Outcome } from '../ui/form/outcome.ts'

/** An answer after which the form stays and has something to say. */
export type Setback = Failure | Extract<Answer, { kind: 'refused' | 'gone' }>

export interface AttemptRules {
  current(): Promise<Found>
  /** What is left for the form to show; nothing where the page was left or all is well. */
  settle(answer: Answer, flow: Flow): Promise<Setback | 'left' | 'done'>
  textOf(setback: Setback): string
  /** The nodes whose messages are shown at a field. */
  readonly fields: readonly string[]
}

export interface Attempt {
  readonly outcome: Outcome
  /** The button that is being worked on. */
  readonly busy: string | null
  refuse(outcome: Outcome): void
  make(button: string, send: (flow: Flow) => Promise<Answer>): Promise<void>
}

/** One try at a form: finds the flow, sends, and keeps what came of it for the form to say. */
export function useAttempt(rules: AttemptRules): Attempt {
  const [outcome, setOutcome] = useState(noOutcome)
  const [busy, setBusy] = useState<string | null>(null)
  return {
    outcome,
    busy,
    refuse: setOutcome,
    make: async (button, send) => {
      if (busy !== null) return
      setBusy(button)
      setOutcome(noOutcome)
      const flow = await rules.current()
      if (flow === 'leaving') return
      const settled = flow === null ? null : await rules.settle(await send(flow), flow)
      // On the way to another page the button stays busy, so that nothing is sent twice.
      if (settled === 'left') return
      if (settled !== 'done') setOutcome(settled === null ? said(noFlowText) : outcomeOf(settled, rules))
      setBusy(null)
    },
  }
}

function outcomeOf(setback: Setback, { textOf, fields }: AttemptRules): Outcome {
  if (setback.kind !== 'refused') return said(textOf(setback))
  const wrong = fields.map((name) => [name, fieldErrors(setback.flow, name).join(' ')] as const)
  return said(textOf(setback), Object.fromEntries(wrong.filter(([, text]) => text !== '')))
}

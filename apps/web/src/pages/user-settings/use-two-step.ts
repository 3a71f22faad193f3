import { useRef } from 'react'
import { describeFormError } from '../../api/identity/error-texts.ts'
import type { FlowResult } from '../../api/identity/flow-result.ts'
import { findFlowNode, type Flow } from '../../api/identity/flow.ts'
import * as payloads from '../../api/identity/payloads.ts'
import { identityClient } from '../../api/session/identity.ts'
import { type FlowAttempt, useFlowAttempt } from '../../shared/flow-attempt.tsx'
import type { SettingsFlow, TwoStepChange } from './settings-flow.ts'

type FactorFields = Readonly<Record<string, string | true>>

const send = (flow: Flow, fields: FactorFields): Promise<FlowResult> =>
  identityClient.submitFlow(flow, payloads.factorPayload(flow, fields))

/** Sends the second fields if the first were saved. The effect of the first stays even if the second fail. */
async function sendBoth(flow: Flow, first: FactorFields, second: (saved: Flow) => FactorFields | null) {
  const answer = await send(flow, first)
  const next = answer.kind === 'flow' && answer.flow.state === 'success' ? second(answer.flow) : null
  if (answer.kind !== 'flow' || next === null) return answer
  const following = await send(answer.flow, next)
  return following.kind === 'flow' ? following : answer
}

const disableCodes = (flow: Flow): FactorFields | null =>
  findFlowNode(flow, 'lookup_secret_disable') === null ? null : { lookup_secret_disable: true }

export interface TwoStepForm {
  readonly attempt: FlowAttempt
  /** Turns two-step sign-in on and shows new recovery codes, which the person needs as soon as the phone is lost. */
  turnOn(code: string): Promise<void>
  turnOff(): Promise<void>
  change(change: TwoStepChange, fields: FactorFields): Promise<void>
}

/** The changes of two-step sign-in, by one attempt: only one of them runs at a time. */
export function useTwoStep(settings: SettingsFlow): TwoStepForm {
  const running = useRef<TwoStepChange>('shown')
  const attempt = useFlowAttempt({
    findFlow: settings.opened.current,
    handleAnswer: (answer) => settings.handleAnswer(answer, { kind: 'two-step', step: running.current }),
    describeError: describeFormError,
    fields: ['totp_code'],
  })
  const submit = (change: TwoStepChange, button: string, act: (flow: Flow) => Promise<FlowResult>) => {
    running.current = change
    return attempt.submit(button, act)
  }
  return {
    attempt,
    turnOn: (code) =>
      submit('on', 'on', (flow) =>
        sendBoth(flow, { method: 'totp', totp_code: code }, () => ({ lookup_secret_regenerate: true })),
      ),
    turnOff: () =>
      submit('off', 'off', (flow) =>
        findFlowNode(flow, 'totp_unlink') === null
          ? send(flow, { lookup_secret_disable: true })
          : sendBoth(flow, { totp_unlink: true }, disableCodes),
      ),
    change: (change, fields) => submit(change, Object.keys(fields)[0] ?? '', (flow) => send(flow, fields)),
  }
}

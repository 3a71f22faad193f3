import { useCallback, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type FlowResult,
  type Flow,
  type FlowRequest,
  flowHasMessage,
  hasErrorId,
  flowMessageIds,
  readRequestParam,
} from '../data/identity/index.ts'
import { rememberInvite, readPendingInvite } from '../data/invites/index.ts'
import { auth, forgetNext, rememberNext } from '../data/session/index.ts'
import { rememberChosenPlan, type FlowHandle, chooseReturnTo, useFlow } from '../data/sign-in/index.ts'
import { browser } from '../platform/navigation.ts'
import type { SubmitFailure } from './attempt.ts'
import { useFinishSignIn } from './finish-sign-in.ts'
import { withoutFlowParam } from './without-flow.ts'
import { renewFlowAfterError } from './keep-usable.ts'

export interface SignInFlow {
  readonly opened: FlowHandle
  /** Query of our own for the other sign-in page. */
  readonly search: string
  /** Follows an answer as far as it leads away. What it returns is left for the form to show. */
  handleAnswer(answer: FlowResult, flow: Flow): Promise<SubmitFailure | 'left'>
  /** What a new flow in place of this one is started with. */
  buildRenewal(flow: Flow): Omit<FlowRequest, 'flowId'>
}

/** What logging in and signing up have alike: next, plan, the flow in the address, and where answers lead. */
export function useSignInFlow(kind: 'login' | 'registration'): SignInFlow {
  const [params, setParams] = useSearchParams()
  const finish = useFinishSignIn()
  const next = params.get('next')
  useEffect(() => {
    if (next !== null && next !== '') rememberNext(next)
  }, [next])

  const invite = params.get('invite')
  useEffect(() => {
    if (invite !== null && invite !== '') rememberInvite(invite)
  }, [invite])

  const query = (plan = params.get('plan')) => ({
    plan,
    dummy: params.get('dummy'),
    return_to: chooseReturnTo(plan ?? invite ?? readPendingInvite(), window.location.origin),
  })
  const opened = useFlow({
    kind,
    flowId: params.get('flow'),
    query: () => query(),
    onAlreadySignedIn: () => void finish(null, null),
    onReplaced: () => setParams(withoutFlowParam, { replace: true }),
  })
  const { state } = opened
  const plan = params.get('plan') ?? (state.kind === 'open' ? readRequestParam(state.flow, 'plan') : null)
  const settle = useHandleAnswer(opened, params.get('plan'))
  const renewal = (flow: Flow) => ({ kind, query: query(params.get('plan') ?? readRequestParam(flow, 'plan')) })
  return { opened, handleAnswer: settle, buildRenewal: renewal, search: plan ? `?${new URLSearchParams({ plan })}` : '' }
}

function useHandleAnswer(opened: FlowHandle, chosen: string | null): SignInFlow['handleAnswer'] {
  const finish = useFinishSignIn()
  const navigate = useNavigate()
  return useCallback(
    async (answer, flow) => {
      switch (answer.kind) {
        case 'signed-in':
          await finish(flow, chosen ?? readRequestParam(flow, 'plan'), answer.next)
          return 'left'
        case 'registered':
          await navigate('/login')
          return 'left'
        case 'redirect':
          leaveForProvider(answer.to, flow, chosen ?? readRequestParam(flow, 'plan'))
          return 'left'
        case 'flow':
          // A login or registration never ends with a flow of its own.
          return { kind: 'unexpected', status: 200, statusText: 'OK' }
        default:
          if (await isSignedInElsewhere(answer)) {
            await finish(null, null)
            return 'left'
          }
          await renewFlowAfterError(answer, opened)
          return answer
      }
    },
    [finish, navigate, opened, chosen],
  )
}

function leaveForProvider(url: string, flow: Flow, plan: string | null): void {
  // The flow takes `next` along; left in the tab it would lead the next sign-in astray.
  if (flow.returnTo !== null) forgetNext()
  if (plan) rememberChosenPlan(plan)
  browser.assign(url)
}

// Signed in in another tab meanwhile: for a login the service says so only with its generic message.
async function isSignedInElsewhere(answer: SubmitFailure): Promise<boolean> {
  if (hasErrorId(answer, 'session_already_available')) return true
  if (answer.kind !== 'refused' || !flowHasMessage(answer.flow, flowMessageIds.generic)) return false
  return (await auth.check()).kind === 'person'
}

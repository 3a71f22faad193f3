import { useCallback, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type Answer,
  type Flow,
  type FlowRequest,
  hasMessage,
  isError,
  messageIds,
  requestParam,
} from '../data/identity/index.ts'
import { keepInvite, keptInvite } from '../data/invites/index.ts'
import { auth, forgetNext, rememberNext } from '../data/session/index.ts'
import { keepPlan, type OpenFlow, returnToFor, useFlow } from '../data/sign-in/index.ts'
import { browser } from '../platform/navigation.ts'
import type { Setback } from './attempt.ts'
import { useFinishSignIn } from './finish-sign-in.ts'
import { withoutFlow } from './without-flow.ts'
import { keepUsable } from './keep-usable.ts'

export interface SignInFlow {
  readonly opened: OpenFlow
  /** Query of our own for the other sign-in page. */
  readonly search: string
  /** Follows an answer as far as it leads away. What it returns is left for the form to show. */
  settle(answer: Answer, flow: Flow): Promise<Setback | 'left'>
  /** What a new flow in place of this one is started with. */
  renewal(flow: Flow): Omit<FlowRequest, 'flowId'>
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
    if (invite !== null && invite !== '') keepInvite(invite)
  }, [invite])

  const query = (plan = params.get('plan')) => ({
    plan,
    dummy: params.get('dummy'),
    return_to: returnToFor(plan ?? invite ?? keptInvite(), window.location.origin),
  })
  const opened = useFlow({
    kind,
    flowId: params.get('flow'),
    query: () => query(),
    alreadySignedIn: () => void finish(null, null),
    replaced: () => setParams(withoutFlow, { replace: true }),
  })
  const { state } = opened
  const plan = params.get('plan') ?? (state.kind === 'open' ? requestParam(state.flow, 'plan') : null)
  const settle = useSettle(opened, params.get('plan'))
  const renewal = (flow: Flow) => ({ kind, query: query(params.get('plan') ?? requestParam(flow, 'plan')) })
  return { opened, settle, renewal, search: plan ? `?${new URLSearchParams({ plan })}` : '' }
}

function useSettle(opened: OpenFlow, chosen: string | null): SignInFlow['settle'] {
  const finish = useFinishSignIn()
  const navigate = useNavigate()
  return useCallback(
    async (answer, flow) => {
      switch (answer.kind) {
        case 'signed-in':
          await finish(flow, chosen ?? requestParam(flow, 'plan'), answer.next)
          return 'left'
        case 'registered':
          await navigate('/login')
          return 'left'
        case 'redirect':
          leaveFor(answer.to, flow, chosen ?? requestParam(flow, 'plan'))
          return 'left'
        case 'flow':
          // A login or registration never ends with a flow of its own.
          return { kind: 'unexpected', status: 200, statusText: 'OK' }
        default:
          if (await isSignedInElsewhere(answer)) {
            await finish(null, null)
            return 'left'
          }
          await keepUsable(answer, opened)
          return answer
      }
    },
    [finish, navigate, opened, chosen],
  )
}

function leaveFor(url: string, flow: Flow, plan: string | null): void {
  // The flow takes `next` along; left in the tab it would lead the next sign-in astray.
  if (flow.returnTo !== null) forgetNext()
  if (plan) keepPlan(plan)
  browser.assign(url)
}

// Signed in in another tab meanwhile: for a login the service says so only with its generic message.
async function isSignedInElsewhere(answer: Setback): Promise<boolean> {
  if (isError(answer, 'session_already_available')) return true
  if (answer.kind !== 'refused' || !hasMessage(answer.flow, messageIds.generic)) return false
  return (await auth.check()).kind === 'person'
}

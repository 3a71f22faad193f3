import { useCallback, useEffect } from 'react'
import { readPendingInvite, rememberInvite } from '../../api/account/invites.ts'
import { type FlowResult, hasErrorId } from '../../api/identity/flow-result.ts'
import { type Flow, flowHasMessage, flowMessageIds, listProviders, readRequestParam } from '../../api/identity/flow.ts'
import type { FlowRequest } from '../../api/identity/open-flow.ts'
import { pageConfig } from '../../api/session/page-config.ts'
import { rememberChosenPlan, rememberSignUp } from '../../api/session/pending-sign-in.ts'
import { auth, forgetNext, rememberNext } from '../../api/session/session.ts'
import { chooseReturnTo, type FlowHandle, useFlow } from '../../api/session/use-flow.ts'
import { browser } from '../../platform/navigation.ts'
import { useNavigate, useSearchParams } from '../../platform/router.tsx'
import { renewFlowAfterError, type SubmitFailure, withoutFlowParam } from '../../shared/flow-attempt.tsx'
import { useFinishSignIn } from './finish-sign-in.ts'

/** The providers that a flow offers, or all until there is one, with their icons. */
export function listOfferedProviders(flow: Flow | null) {
  const { socialProviders } = pageConfig()
  if (flow === null) return socialProviders
  return listProviders(flow).map((offered) => ({
    ...offered,
    icon: socialProviders.find(({ id }) => id === offered.id)?.icon,
  }))
}

/** False: people sign in at a provider and nowhere else. */
export const hasPasswords = (): boolean => pageConfig().features.passwords !== false

type SignInFlowKind = 'login' | 'registration'

export interface SignInFlow {
  readonly opened: FlowHandle
  /** The query string for the other sign-in page. */
  readonly search: string
  /** Follows an answer that leads away and returns what is left for the form to show. */
  handleAnswer(answer: FlowResult, flow: Flow): Promise<SubmitFailure | 'left'>
  /** Builds the request for a flow that replaces this one. */
  buildRenewal(flow: Flow): Omit<FlowRequest, 'flowId'>
}

/** The logic that login and registration share: next, plan, the flow in the address, and where answers lead. */
export function useSignInFlow(kind: SignInFlowKind): SignInFlow {
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
  const settle = useHandleAnswer(kind, opened, params.get('plan'))
  const renewal = (flow: Flow) => ({ kind, query: query(params.get('plan') ?? readRequestParam(flow, 'plan')) })
  return {
    opened,
    handleAnswer: settle,
    buildRenewal: renewal,
    search: plan ? `?${new URLSearchParams({ plan })}` : '',
  }
}

function useHandleAnswer(kind: SignInFlowKind, opened: FlowHandle, chosen: string | null): SignInFlow['handleAnswer'] {
  const finish = useFinishSignIn()
  const navigate = useNavigate()
  return useCallback(
    async (answer, flow) => {
      switch (answer.kind) {
        case 'signed-in':
          if (kind === 'registration') rememberSignUp()
          await finish(flow, chosen ?? readRequestParam(flow, 'plan'), answer.next)
          return 'left'
        case 'registered':
          navigate('/login')
          return 'left'
        case 'redirect':
          // A social provider may know no name.
          if (kind === 'registration') rememberSignUp()
          leaveForProvider(answer.to, flow, chosen ?? readRequestParam(flow, 'plan'))
          return 'left'
        case 'flow':
          // A login or registration never ends with another flow.
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
    [kind, finish, navigate, opened, chosen],
  )
}

function leaveForProvider(url: string, flow: Flow, plan: string | null): void {
  // The flow carries `next`; left in the tab it would misdirect the next sign-in.
  if (flow.returnTo !== null) forgetNext()
  if (plan) rememberChosenPlan(plan)
  browser.assign(url)
}

// The person signed in in another tab: for a login the service only sends its generic message.
async function isSignedInElsewhere(answer: SubmitFailure): Promise<boolean> {
  if (hasErrorId(answer, 'session_already_available')) return true
  if (answer.kind !== 'refused' || !flowHasMessage(answer.flow, flowMessageIds.generic)) return false
  return (await auth.check()).kind === 'person'
}

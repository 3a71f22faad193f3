import type { RedirectTarget } from '@espalier/domain'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { startTrial } from '../../api/account/billing.ts'
import { acceptPendingInvite } from '../../api/account/invites.ts'
import type { Flow, NextStep } from '../../api/identity/flow.ts'
import { apiBase, pageConfig } from '../../api/session/page-config.ts'
import { takeChosenPlan } from '../../api/session/pending-sign-in.ts'
import { auth, rememberNext, takeNext } from '../../api/session/session.ts'
import { takeSignInDestination } from '../../api/session/use-flow.ts'
import { browser, isServerPage } from '../../platform/navigation.ts'
import { toast } from '../../ui/Toasts.tsx'

/** Goes to a judged destination: inside the page by the router, elsewhere by the browser; history is replaced. */
export function useGoToDestination(): (destination: RedirectTarget) => void {
  const navigate = useNavigate()
  return useCallback(
    (destination) => {
      if (destination.kind === 'url') browser.replace(destination.url)
      else if (isServerPage(destination.path)) browser.replace(destination.path)
      else void navigate(destination.path, { replace: true })
    },
    [navigate],
  )
}

/** After signing in: to the stored `next` if there is one (read once), else to the given path of our own. */
export function useRedirectAfterSignIn(): (otherwise: string) => void {
  const goTo = useGoToDestination()
  return useCallback((otherwise) => goTo(takeNext() ?? { kind: 'path', path: otherwise }), [goTo])
}

/** Uses the invite that this tab came with, if it did, and says why where it lets nobody in. */
export async function acceptInviteAndReport(): Promise<void> {
  const fault = await acceptPendingInvite()
  if (fault !== null) toast.error(fault, { isPersistent: true })
}

/** Where the page goes once there is a session: to what was wished for, else home, with the trial of a chosen plan. */
type FinishSignIn = (flow: Flow | null, plan: string | null, next?: NextStep | null) => Promise<void>

export function useFinishSignIn(): FinishSignIn {
  const goTo = useGoToDestination()
  return useCallback(
    async (flow, plan, next = null) => {
      const wish = flow === null ? takeNext() : takeSignInDestination(flow)
      if (wish?.kind === 'service') {
        browser.assign(wish.url)
        return
      }
      const chosen = takeChosenPlan() ?? plan
      await refreshSession()
      await acceptInviteAndReport()
      const destination = wish ?? (await resolveHome(chosen))
      if (next?.kind !== 'verification') goTo(destination)
      else {
        // The page of the code goes on to it, with or without the code.
        rememberNext(destination.kind === 'path' ? destination.path : destination.url)
        goTo({ kind: 'path', path: `/verification?flow=${encodeURIComponent(next.flowId)}` })
      }
    },
    [goTo],
  )
}

// Without its trial, `trial=1` would promise what did not happen.
async function resolveHome(plan: string | null): Promise<RedirectTarget> {
  // What costs something later is begun by the person alone, on a page that says so.
  if (plan && pageConfig().features.billing === 'stripe') return { kind: 'url', url: `${apiBase()}/trial` }
  return { kind: 'path', path: plan && (await startTrial()) ? '/projects?trial=1' : '/projects' }
}

async function refreshSession(): Promise<void> {
  const known = await auth.check()
  // That check may have been under way since before the sign-in.
  if (known.kind === 'anonymous') await auth.check()
}

import type { RedirectTarget } from '@espalier/domain'
import { useCallback } from 'react'
import { startTrial } from '../../api/account/access.ts'
import { acceptPendingInvite } from '../../api/account/invites.ts'
import type { Flow, NextStep } from '../../api/identity/flow.ts'
import { apiBase, pageConfig } from '../../api/session/page-config.ts'
import { buildJoinPath, consumeChosenPlan, readPendingInvitation } from '../../api/session/pending-sign-in.ts'
import { auth, rememberNext, consumeNext } from '../../api/session/session.ts'
import { consumeSignInDestination } from '../../api/session/use-flow.ts'
import { browser, isServerPage } from '../../platform/navigation.ts'
import { useNavigate } from '../../platform/router.tsx'
import { toast } from '../../ui/Toasts.tsx'

/** Goes to a checked destination: by the router inside the page, else by the browser; history is replaced. */
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

/** Goes to the stored `next` after sign-in (read once), else to the given path. */
export function useRedirectAfterSignIn(): (otherwise: string) => void {
  const goTo = useGoToDestination()
  return useCallback((otherwise) => goTo(consumeNext() ?? { kind: 'path', path: otherwise }), [goTo])
}

/** Uses this tab's pending invite, if any, and shows why when it grants no access. */
export async function acceptInviteAndReport(): Promise<void> {
  const fault = await acceptPendingInvite()
  if (fault !== null) toast.error(fault, { isPersistent: true })
}

/**
 * Leaves the sign-in page once there is a session: for the stored destination, else home, with the trial of a chosen
 * plan.
 */
type FinishSignIn = (flow: Flow | null, plan: string | null, next?: NextStep | null) => Promise<void>

export function useFinishSignIn(): FinishSignIn {
  const goTo = useGoToDestination()
  return useCallback(
    async (flow, plan, next = null) => {
      const wish = flow === null ? consumeNext() : consumeSignInDestination(flow)
      if (wish?.kind === 'service') {
        browser.assign(wish.url)
        return
      }
      const chosen = consumeChosenPlan() ?? plan
      await refreshSession()
      await acceptInviteAndReport()
      const destination = wish ?? resolveInvitation() ?? (await resolveHome(chosen))
      if (next?.kind !== 'verification') goTo(destination)
      else {
        // The verification page continues there, with or without the code.
        rememberNext(destination.kind === 'path' ? destination.path : destination.url)
        goTo({ kind: 'path', path: `/verification?flow=${encodeURIComponent(next.flowId)}` })
      }
    },
    [goTo],
  )
}

/** The page of an invitation accepts it once the person who came by it is signed in. */
function resolveInvitation(): RedirectTarget | null {
  const invitation = readPendingInvitation()
  return invitation === null ? null : { kind: 'path', path: buildJoinPath(invitation.token) }
}

// Without its trial, `trial=1` would announce something that did not happen.
async function resolveHome(plan: string | null): Promise<RedirectTarget> {
  // A paid subscription is started only by the person, on a page that says so.
  if (plan && pageConfig().features.billing === 'stripe') return { kind: 'url', url: `${apiBase()}/trial` }
  return { kind: 'path', path: plan && (await startTrial()) ? '/projects?trial=1' : '/projects' }
}

async function refreshSession(): Promise<void> {
  const known = await auth.check()
  // That check may have started before the sign-in.
  if (known.kind === 'anonymous') await auth.check()
}

import type { PageConfig } from '@espalier/schema'
import { Suspense, useEffect, useState } from 'react'
import { type AccessState, useAccess } from '../api/account/access.ts'
import { pageConfig } from '../api/session/page-config.ts'
import { auth, forgetNext, rememberNext, useAuth } from '../api/session/session.ts'
import { Navigate, Outlet, useLocation, useNavigate, useSearchParams } from '../platform/router.tsx'
import { PageSkeleton, RetryPage } from '../ui/Page.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

/** True for a person who is neither approved nor ever subscribed while sign-up is a private beta. */
const isWaitingForBeta = (access: Extract<AccessState, { kind: 'known' }>, signup: PageConfig['signup']): boolean =>
  signup === 'beta' && !access.hasAccess && access.subscription === null

interface GuardedOutletProps {
  /** It is not known yet whether the visitor may see the page. */
  readonly isLoading: boolean
}

/**
 * Renders the page behind a guard. Suspense would keep the guard's own skeleton hidden in the document while the page's
 * code loads, which makes two main landmarks and two h1. A separate boundary replaces the skeleton. A guard that never
 * waited has none, so that a link inside the product keeps the last page on the screen until the next one is loaded.
 */
function GuardedOutlet({ isLoading }: GuardedOutletProps) {
  const [hasWaited] = useState(isLoading)
  if (isLoading) return <PageSkeleton />
  if (!hasWaited) return <Outlet />
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  )
}

interface RedirectToLoginProps {
  /** After a logout the last page is not where the next person wants to go. */
  readonly isRemembered: boolean
}

/** A sign-in leads here anyway: storing it would only hide a chosen plan. */
const defaultDestinations: readonly string[] = ['/', '/projects']

function RedirectToLogin({ isRemembered }: RedirectToLoginProps) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const here = pathname + search + hash
  useEffect(() => {
    if (!isRemembered) forgetNext()
    else if (!defaultDestinations.includes(here)) rememberNext(here)
    void navigate('/login', { replace: true })
  }, [here, isRemembered, navigate])
  return <PageSkeleton />
}

export function RequireLogin() {
  const state = useAuth()
  switch (state.kind) {
    case 'unreachable':
      return <RetryPage onRetry={() => auth.clear()} />
    case 'anonymous':
      return <RedirectToLogin isRemembered={state.because === 'no-session'} />
    case 'unknown':
    case 'person':
      return <GuardedOutlet isLoading={state.kind === 'unknown'} />
  }
}

/** The tree is open to anyone once it is known who they are. */
export function IdentifyVisitor() {
  const state = useAuth()
  if (state.kind === 'unreachable') return <RetryPage onRetry={() => auth.clear()} />
  return <GuardedOutlet isLoading={state.kind === 'unknown'} />
}

/** Guards the parts that need product access. */
export function RequireAccess() {
  const access = useAccess()
  switch (access.kind) {
    case 'failed':
      return <RetryPage onRetry={access.retry} />
    case 'none':
    case 'loading':
      return <GuardedOutlet isLoading />
    case 'known':
      if (access.hasAccess) return <GuardedOutlet isLoading={false} />
      return <Navigate to={isWaitingForBeta(access, pageConfig().signup) ? '/pending' : '/pricing'} replace />
  }
}

/** While sign-up is a private beta, a new person who is not approved yet lands on /pending. */
export function RequireBetaApproval() {
  const access = useAccess()
  const { signup } = pageConfig()
  // The person has just subscribed, and the API learns about it with a delay.
  const isNew = useSearchParams()[0].has('trial')
  if (signup === 'open') return <Outlet />
  switch (access.kind) {
    case 'none':
    case 'loading':
      return <GuardedOutlet isLoading />
    case 'failed':
      return <RetryPage onRetry={access.retry} />
    case 'known':
      return !isNew && isWaitingForBeta(access, signup) ? (
        <Navigate to="/pending" replace />
      ) : (
        <GuardedOutlet isLoading={false} />
      )
  }
}

const NotFoundPage = lazyComponent(async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage)

/** Shows 'not found' when the operator has switched the board off. */
export const RequireFeedbackEnabled = () => (pageConfig().features.feedback === 'off' ? <NotFoundPage /> : <Outlet />)

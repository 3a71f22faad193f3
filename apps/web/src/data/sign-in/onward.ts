import type { RedirectTarget } from '@espalier/domain'
import { resolveDestination, rememberNext, takeNext } from '../session/index.ts'
import type { Flow } from '../identity/index.ts'

/** Where a person goes after signing in: a page of ours, an own host, or back into the identity service. */
export type SignInDestination = RedirectTarget | { readonly kind: 'service'; readonly url: string }

/** The stored `next` as it was judged, left where it is: it is taken only on arrival. */
function peekNext(): RedirectTarget | null {
  const next = takeNext()
  if (next !== null) rememberNext(toDestinationUrl(next))
  return next
}

/** What the service should return to after a social sign-in, which ends outside of this page. Null: its own default. */
export function chooseReturnTo(kept: string | null, origin: string): string | null {
  const next = peekNext()
  if (next !== null) return new URL(toDestinationUrl(next), origin).href
  // Back here, where the chosen plan or the invite is not forgotten.
  return kept ? `${origin}/login` : null
}

/** Takes the stored `next`. A flow that only confirms who one is goes back to what it interrupted. Null: no wish. */
export function takeSignInDestination(flow: Flow): SignInDestination | null {
  const interrupted = flow.returnTo === null ? null : resolveReturnTo(flow.returnTo, flow.action)
  if (flow.refresh && interrupted !== null) return interrupted
  return takeNext() ?? interrupted
}

// On one origin with the page, the service's address must not be taken for one of the router's paths.
function resolveReturnTo(url: string, action: string): SignInDestination | null {
  if (isIdentityServiceUrl(url, action)) return { kind: 'service', url }
  const destination = resolveDestination(url)
  return destination.kind === 'path' && destination.path === '/login' ? null : destination
}

function isIdentityServiceUrl(url: string, action: string): boolean {
  try {
    const service = new URL(action)
    const prefix = service.pathname.slice(0, service.pathname.indexOf('/self-service/') + '/self-service/'.length)
    const { origin, pathname } = new URL(url)
    return prefix.endsWith('/self-service/') && origin === service.origin && pathname.startsWith(prefix)
  } catch {
    return false
  }
}

const toDestinationUrl = (destination: RedirectTarget): string =>
  destination.kind === 'path' ? destination.path : destination.url

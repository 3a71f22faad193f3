import type { Destination } from '@espalier/domain'
import { judgeDestination, rememberNext, takeNext } from '../session/index.ts'
import type { Flow } from '../identity/index.ts'

/** Where a person goes after signing in: a page of ours, an own host, or back into the identity service. */
export type Onward = Destination | { readonly kind: 'service'; readonly url: string }

/** The stored `next` as it was judged, left where it is: it is taken only on arrival. */
function storedNext(): Destination | null {
  const next = takeNext()
  if (next !== null) rememberNext(addressOf(next))
  return next
}

/** What the service should return to after a social sign-in, which ends outside of this page. Null: its own default. */
export function returnToFor(kept: string | null, origin: string): string | null {
  const next = storedNext()
  if (next !== null) return new URL(addressOf(next), origin).href
  // Back here, where the chosen plan or the invite is not forgotten.
  return kept ? `${origin}/login` : null
}

/** Takes the stored `next`. A flow that only confirms who one is goes back to what it interrupted. Null: no wish. */
export function onwardFrom(flow: Flow): Onward | null {
  const interrupted = flow.returnTo === null ? null : judgeReturn(flow.returnTo, flow.action)
  if (flow.refresh && interrupted !== null) return interrupted
  return takeNext() ?? interrupted
}

// On one origin with the page, the service's address must not be taken for one of the router's paths.
function judgeReturn(url: string, action: string): Onward | null {
  if (isWithinService(url, action)) return { kind: 'service', url }
  const destination = judgeDestination(url)
  return destination.kind === 'path' && destination.path === '/login' ? null : destination
}

function isWithinService(url: string, action: string): boolean {
  try {
    const service = new URL(action)
    const prefix = service.pathname.slice(0, service.pathname.indexOf('/self-service/') + '/self-service/'.length)
    const { origin, pathname } = new URL(url)
    return prefix.endsWith('/self-service/') && origin === service.origin && pathname.startsWith(prefix)
  } catch {
    return false
  }
}

const addressOf = (destination: Destination): string =>
  destination.kind === 'path' ? destination.path : destination.url

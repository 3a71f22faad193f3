import type { Destination } from '@espalier/domain'
import { judgeDestination, rememberNext, takeNext } from '../session/index.ts'
import type { Flow } from '../identity/index.ts'

/** Where a person goes after signing in: a page of ours, an own host, or back into the identity service. */
export type Onward = Destination | { readonly kind: 'service'; readonly url: string }

/** A plan chosen before signing in means that a trial begins. */
export const homeFor = (plan: string | null): string => (plan ? '/projects?trial=1' : '/projects')

/** The stored `next` as it was judged, left where it is: it is taken only on arrival. */
export function storedNext(): Destination | null {
  const next = takeNext()
  if (next !== null) rememberNext(addressOf(next))
  return next
}

/** What the service should return to after a social sign-in, which ends outside of this page. Null: its own default. */
export function returnToFor(plan: string | null, origin: string): string | null {
  const next = storedNext()
  if (next !== null) return new URL(addressOf(next), origin).href
  return plan ? origin + homeFor(plan) : null
}

/** Takes the stored `next`. A flow that only confirms who one is goes back to what it interrupted. */
export function onwardFrom(flow: Flow, plan: string | null): Onward {
  const interrupted = flow.returnTo === null ? null : judgeReturn(flow.returnTo, flow.action)
  if (flow.refresh && interrupted !== null) return interrupted
  return takeNext() ?? interrupted ?? { kind: 'path', path: homeFor(plan) }
}

// On one origin with the page, the service's address must not be taken for one of the router's paths.
const judgeReturn = (url: string, action: string): Onward =>
  isWithinService(url, action) ? { kind: 'service', url } : judgeDestination(url)

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

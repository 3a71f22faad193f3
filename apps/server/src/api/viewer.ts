import type { Person } from '../ports/identities.ts'
import { ApiError } from './errors.ts'

/** Who asks. Authorisation reads this and nothing else of the request. */
export type Viewer =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'person'
      readonly person: Person
      readonly sessionId: string
      /** The account's own random id, not the person's. */
      readonly accountId: string
      readonly hasAccess: boolean
    }

export type SignedInViewer = Extract<Viewer, { kind: 'person' }>

/** Turns the headers of a request or of a socket's upgrade into who asks. */
export type Authenticate = (headers: { readonly cookie?: string | undefined }) => Promise<Viewer>

/**
 * Refuses a request that a page sent for somebody else than the person who is signed in by now: a tab that was left open must not
 * write in the name of whoever signed in last. Without an expectation everybody is who their cookie says.
 */
export function requireExpectedPerson(viewer: Viewer, expectedId: unknown): void {
  if (expectedId === undefined) return
  if (viewer.kind === 'person' && viewer.person.id === expectedId) return
  throw new ApiError('UNAUTHENTICATED', 'Another account is signed in, or none')
}

/** Who a plain HTTP request comes from, refused where its page shows somebody else. */
export async function authenticateRequest(
  authenticate: Authenticate,
  headers: Readonly<Record<string, unknown>> & { readonly cookie?: string | undefined },
): Promise<Viewer> {
  const viewer = await authenticate({ cookie: headers.cookie })
  requireExpectedPerson(viewer, headers['x-person-id'])
  return viewer
}

import type { Person } from '../ports/identities.ts'
import { requestTexts } from '../texts/requests.ts'
import { ApiError } from './errors.ts'

/** The caller. Authorization reads this and nothing else of the request. */
export type Viewer =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'person'
      readonly person: Person
      readonly sessionId: string
      /** The account's own random id, which differs from the person's. */
      readonly accountId: string
      readonly hasAccess: boolean
    }

export type SignedInViewer = Extract<Viewer, { kind: 'person' }>

/** Turns the headers of a request or of a socket upgrade into the viewer. */
export type Authenticate = (headers: { readonly cookie?: string | undefined }) => Promise<Viewer>

/**
 * Refuses a request of a page that was opened for another person than the one who is now signed in: a tab that was left
 * open must not write in the name of the last person to sign in. Without an expectation the cookie alone counts.
 */
export function requireExpectedPerson(viewer: Viewer, expectedId: unknown): void {
  if (expectedId === undefined) return
  if (viewer.kind === 'person' && viewer.person.id === expectedId) return
  throw new ApiError('UNAUTHENTICATED', requestTexts.otherAccount)
}

/** Authenticates a plain HTTP request and refuses it if its page shows another person. */
export async function authenticateRequest(
  authenticate: Authenticate,
  headers: Readonly<Record<string, unknown>> & { readonly cookie?: string | undefined },
): Promise<Viewer> {
  const viewer = await authenticate({ cookie: headers.cookie })
  requireExpectedPerson(viewer, headers['x-person-id'])
  return viewer
}

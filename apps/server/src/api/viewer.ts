import type { Person } from '../ports/identities.ts'
import { requestTexts } from '../texts/requests.ts'
import { ApiError } from './errors.ts'

/** An access token that a program acts with, in the name of the person who created it. */
export interface TokenGrant {
  readonly id: string
  readonly name: string
  readonly role: 'reader' | 'proposer' | 'editor'
  /** Null: every project of the person. */
  readonly projectId: string | null
  /** If set, only this node of the project and what is below it. */
  readonly nodeId: string | null
  readonly expiresAt: Date | null
}

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
      /** When the person last proved who they are. Absent for programs, and if the service does not say. */
      readonly authenticatedAt?: Date
      /** If set, a program acts for the person, with the rights of `token-rights.ts`. */
      readonly token?: TokenGrant
      /** The address that the request comes from, for the audit log. */
      readonly address?: string
    }

export type SignedInViewer = Extract<Viewer, { kind: 'person' }>

/** Adds the address that a signed-in caller's request comes from. */
export const withAddress = <Caller extends Viewer>(viewer: Caller, address: string): Caller =>
  viewer.kind === 'anonymous' ? viewer : { ...viewer, address }

/** The actor, as every entry of the audit log names them. */
export function describeActor(viewer: Viewer): Readonly<Record<string, string>> {
  if (viewer.kind === 'anonymous') return {}
  const { person, address, token } = viewer
  return {
    userId: person.id,
    ...(address !== undefined && { address }),
    ...(token !== undefined && { byTokenId: token.id, byTokenName: token.name }),
  }
}

/** Turns the headers of a request or of a socket upgrade into the viewer. */
export type Authenticate = (headers: CallerHeaders) => Promise<Viewer>

/** The headers that identify the caller. With a bearer token the cookie is ignored. */
export interface CallerHeaders {
  readonly cookie?: string | undefined
  readonly authorization?: string | undefined
}

/**
 * Under whose name requests and sockets are counted: a program must not use up the limits of its person's pages. Null
 * if anonymous.
 */
export function getLimitOwner(viewer: Viewer): string | null {
  if (viewer.kind === 'anonymous') return null
  return viewer.token === undefined ? viewer.person.id : viewer.sessionId
}

/** Takes from the headers of a request what tells who is calling. */
export const pickCallerHeaders = ({ cookie, authorization }: CallerHeaders): CallerHeaders => ({
  cookie,
  authorization,
})

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
  headers: Readonly<Record<string, unknown>> & CallerHeaders,
): Promise<Viewer> {
  const viewer = await authenticate(pickCallerHeaders(headers))
  requireExpectedPerson(viewer, headers['x-person-id'])
  return viewer
}

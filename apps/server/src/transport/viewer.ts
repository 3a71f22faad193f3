import type { Person } from '../ports/identities.ts'

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

/** Turns the headers of a request or of a socket's upgrade into who asks. */
export type Authenticate = (headers: { readonly cookie?: string | undefined }) => Promise<Viewer>

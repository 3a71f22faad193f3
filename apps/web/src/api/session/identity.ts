import { createIdentityClient } from '../identity/identity-client.ts'
import { identityBase } from './page-config.ts'

/** The identity service of this page. Only who signs in or out, or changes their profile, needs all of it. */
export const identityClient = createIdentityClient(identityBase)

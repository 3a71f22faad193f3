import { apiBase } from '../config/index.ts'
import { createIdentityClient } from '../identity/index.ts'

/** The identity service of this page. */
export const identity = createIdentityClient(() => `${apiBase()}/identity`)

import type { SessionRecord } from '../identities/session.ts'
import type { Cookies } from '../protocol/cookies.ts'
import type { Csrf } from '../protocol/csrf.ts'
import type { SubmittedFields } from '../protocol/fields.ts'
import type { ReturnToRules } from '../protocol/return-to.ts'
import type { PageUrls } from './options.ts'

/** One request as the flows see it, independent of the HTTP library. */
export interface Visit {
  readonly method: string
  /** The absolute URL that the browser requested. */
  readonly url: string
  readonly query: URLSearchParams
  readonly params: Readonly<Record<string, string>>
  readonly fields: SubmittedFields
  readonly base: string
  readonly pages: PageUrls
  readonly returnRules: ReturnToRules
  /** Whether this route answers this caller in JSON. */
  readonly wantsJson: boolean
  /** The looser check, for routes that answer in JSON but redirect a browser without a session to sign-in. */
  readonly isJsonClient: boolean
  readonly now: Date
  readonly device: { readonly address: string; readonly agent: string }
  readonly cookies: Cookies
  readonly csrf: Csrf
  /** The session of the request; it is looked up once. */
  session(): Promise<SessionRecord | null>
}

export type VisitResponse =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: unknown
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'redirect'; readonly status: 302 | 303; readonly location: string }
  | { readonly kind: 'empty'; readonly status: 204 }

export interface VisitRoute {
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  readonly path: string
  /** Which callers get JSON: all, those that accept it, or those that accept or send it. */
  readonly json: 'always' | 'accepts' | 'speaks'
  /** True for a submit route: its body is parsed, and cross-site submits are refused unless 'from-anywhere'. */
  readonly acceptsForm?: true | 'from-anywhere'
  run(visit: Visit): Promise<VisitResponse>
}

export const respondJson = (body: unknown, status = 200): VisitResponse => ({ kind: 'json', status, body })

export const respondRedirect = (location: string, status: 302 | 303 = 303): VisitResponse => ({
  kind: 'redirect',
  status,
  location,
})

export function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

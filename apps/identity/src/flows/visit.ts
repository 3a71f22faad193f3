import type { Cookies } from '../forms/cookies.ts'
import type { Csrf } from '../forms/csrf.ts'
import type { Fields } from '../forms/fields.ts'
import type { ReturnRules } from '../forms/return-to.ts'
import type { Pages } from '../options.ts'
import type { SessionRecord } from '../sessions/session.ts'

/** One request, as the flows see it: they know no HTTP library. */
export interface Visit {
  readonly method: string
  /** Absolute, as the browser asked for it. */
  readonly url: string
  readonly query: URLSearchParams
  readonly params: Readonly<Record<string, string>>
  readonly fields: Fields
  readonly base: string
  readonly pages: Pages
  readonly returnRules: ReturnRules
  /** Whether this route answers this caller in JSON. */
  readonly wantsJson: boolean
  /** The looser predicate, for routes that answer in JSON but send a browser without session to sign in. */
  readonly isJson: boolean
  readonly now: Date
  readonly device: { readonly address: string; readonly agent: string }
  readonly cookies: Cookies
  readonly csrf: Csrf
  /** The session the request bears, asked for once. */
  session(): Promise<SessionRecord | null>
}

export type Answer =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: unknown
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'redirect'; readonly status: 302 | 303; readonly location: string }
  | { readonly kind: 'empty'; readonly status: 204 }

export interface Route {
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  readonly path: string
  /** Who is answered in JSON: everybody, who accepts it, or who accepts or sends it. */
  readonly json: 'always' | 'accepts' | 'speaks'
  /** A submit: its body is read, and a stranger's page is turned away, unless it may come from anywhere. */
  readonly takesForm?: true | 'from-anywhere'
  run(visit: Visit): Promise<Answer>
}

export const json = (body: unknown, status = 200): Answer => ({ kind: 'json', status, body })

export const redirect = (location: string, status: 302 | 303 = 303): Answer => ({ kind: 'redirect', status, location })

export function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

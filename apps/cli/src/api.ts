import { randomUUID } from 'node:crypto'
import type { TypedDocument } from '@espalier/schema'
import type { TransportFailure, TransportResult } from '@espalier/sync'
import { CommandFailure, exitCodes } from './exit-codes.ts'
import { apiTexts } from './texts.ts'

export interface ApiRequest {
  readonly document: { readonly text: string }
  readonly variables: object
  /** The server does an operation with the same id once. */
  readonly operationId?: string
}

interface SentResult {
  readonly data?: unknown
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string; readonly retryAfter?: number }
  }[]
}

/** The API of a server, with the rights of a token. */
export interface Api {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sends operations as one request. Never throws. */
  ask(requests: readonly ApiRequest[], clientId?: string): Promise<readonly TransportResult<unknown>[]>
  /** Sends one operation. Throws a `CommandFailure` if it fails. */
  run<Data, Variables extends object>(document: TypedDocument<Data, Variables>, variables: Variables): Promise<Data>
}

export interface ApiSettings {
  readonly url: string
  readonly token: string
}

/** Reads where the server is and who calls. */
export function readApiSettings(environment: Readonly<Record<string, string | undefined>>): ApiSettings {
  const { ESPALIER_URL: url = '', ESPALIER_TOKEN: token = '' } = environment
  if (url === '') throw new CommandFailure(exitCodes.usage, apiTexts.noUrl)
  if (token === '') throw new CommandFailure(exitCodes.usage, apiTexts.noToken)
  if (!URL.canParse(url) || !/^https?:/u.test(url)) throw new CommandFailure(exitCodes.usage, apiTexts.badUrl(url))
  // A header cannot hold it, and the error of `fetch` would print it.
  if (!/^[\w.~+/=-]+$/u.test(token)) throw new CommandFailure(exitCodes.usage, apiTexts.badToken)
  return { url: url.replace(/\/+$/u, ''), token }
}

const answerMs = 60_000

export function createApi({ url, token }: ApiSettings): Api {
  const ownClientId = randomUUID()
  const headers = { authorization: `Bearer ${token}` }

  async function ask(requests: readonly ApiRequest[], clientId: string = ownClientId) {
    const failAll = (failure: TransportFailure) => requests.map(() => ({ ok: false, ...failure }) as const)
    const body = requests.map(({ document, variables, operationId = randomUUID() }) => ({
      query: document.text,
      variables,
      extensions: { operationId },
    }))
    try {
      const response = await fetch(`${url}/graphql/`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'x-client-id': clientId },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMs),
      })
      if (!response.ok) return failAll(toFailure(response))
      const results = (await response.json()) as readonly SentResult[]
      return requests.map((_, index) => toResult(results[index] ?? {}))
    } catch {
      return failAll({ code: 'UNREACHABLE', text: apiTexts.unreachable(url), retryAfter: null, isWhole: true })
    }
  }

  return {
    url,
    headers,
    ask,
    async run<Data, Variables extends object>(document: TypedDocument<Data, Variables>, variables: Variables) {
      const [result] = await ask([{ document, variables }])
      if (result?.ok === true) return result.value as Data
      throw toCommandFailure(result ?? { code: 'UNREACHABLE', text: apiTexts.unreachable(url) })
    },
  }
}

function toFailure({ status, headers }: Response): TransportFailure {
  const wait = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(wait) ? wait : null
  if (status === 401) return { code: 'UNAUTHENTICATED', text: apiTexts.tokenRefused, retryAfter: null, isWhole: true }
  const code = status === 429 ? 'RATE_LIMITED' : status >= 500 ? 'UNREACHABLE' : 'BAD_USER_INPUT'
  return { code, text: apiTexts.badAnswer(status), retryAfter, isWhole: true }
}

function toResult({ data, errors: [error] = [] }: SentResult): TransportResult<unknown> {
  if (error === undefined) return { ok: true, value: data }
  const { code = 'INTERNAL', retryAfter = null } = error.extensions ?? {}
  return { ok: false, code, text: error.message, retryAfter, isWhole: false }
}

/** Converts a failure of the API to one of the command. */
export function toCommandFailure({ code, text }: Pick<TransportFailure, 'code' | 'text'>): CommandFailure {
  return new CommandFailure(code === 'CONFLICT' ? exitCodes.conflict : exitCodes.failed, text)
}

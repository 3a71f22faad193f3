import { readBodyText } from '../../outgoing/text-of.ts'
import { withTimeout } from '../../outgoing/within.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'

export interface KratosResponse {
  readonly status: number
  readonly body: string
}

export type SendKratosRequest = (address: string, init?: RequestInit) => Promise<KratosResponse>

const maxAnswerBytes = 1_000_000

/** Asks for JSON, follows nobody elsewhere, and waits only so long for all of it. What cannot be asked is away. */
export const createKratosRequester =
  (waitMs: number): SendKratosRequest =>
  async (address, init = {}) => {
    const headers = { ...init.headers, accept: 'application/json' }
    try {
      return await withTimeout(waitMs, async (signal) => {
        const answer = await fetch(address, { ...init, headers, redirect: 'error', signal })
        return { status: answer.status, body: await readBodyText(answer, signal, maxAnswerBytes) }
      })
    } catch (error) {
      throw new IdentityUnavailableError('the identity service did not answer', { cause: error })
    }
  }

export function parseKratosBody({ status, body }: KratosResponse): unknown {
  if (status < 200 || status > 299) throw new IdentityUnavailableError(`the identity service answered ${status}`)
  try {
    return JSON.parse(body) as unknown
  } catch (error) {
    throw new IdentityUnavailableError('the identity service answered no JSON', { cause: error })
  }
}

export const stripTrailingSlash = (url: string): string => url.replace(/\/+$/, '')

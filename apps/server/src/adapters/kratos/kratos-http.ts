import { textOf } from '../../outgoing/text-of.ts'
import { within } from '../../outgoing/within.ts'
import { IdentityAway } from '../../ports/identities.ts'

export interface Told {
  readonly status: number
  readonly body: string
}

export type Ask = (address: string, init?: RequestInit) => Promise<Told>

const mostBytes = 1_000_000

/** Asks for JSON, follows nobody elsewhere, and waits only so long for all of it. What cannot be asked is away. */
export const asker =
  (waitMs: number): Ask =>
  async (address, init = {}) => {
    const headers = { ...init.headers, accept: 'application/json' }
    try {
      return await within(waitMs, async (signal) => {
        const answer = await fetch(address, { ...init, headers, redirect: 'error', signal })
        return { status: answer.status, body: await textOf(answer, signal, mostBytes) }
      })
    } catch (error) {
      throw new IdentityAway('the identity service did not answer', { cause: error })
    }
  }

export function bodyOf({ status, body }: Told): unknown {
  if (status < 200 || status > 299) throw new IdentityAway(`the identity service answered ${status}`)
  try {
    return JSON.parse(body) as unknown
  } catch (error) {
    throw new IdentityAway('the identity service answered no JSON', { cause: error })
  }
}

export const withoutTail = (url: string): string => url.replace(/\/+$/, '')

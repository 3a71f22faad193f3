import { IdentityAway } from '../../ports/identities.ts'

export type Ask = (address: string, init?: RequestInit) => Promise<Response>

/** Asks for JSON, follows nobody elsewhere, and waits only so long. What cannot be asked is away. */
export const asker =
  (waitMs: number): Ask =>
  async (address, init = {}) => {
    try {
      const headers = { ...init.headers, accept: 'application/json' }
      return await fetch(address, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(waitMs) })
    } catch (error) {
      throw new IdentityAway('the identity service did not answer', { cause: error })
    }
  }

export async function bodyOf(answer: Response): Promise<unknown> {
  if (!answer.ok) {
    await answer.body?.cancel().catch(() => {})
    throw new IdentityAway(`the identity service answered ${answer.status}`)
  }
  try {
    return await answer.json()
  } catch (error) {
    throw new IdentityAway('the identity service answered no JSON', { cause: error })
  }
}

export const withoutTail = (url: string): string => url.replace(/\/+$/, '')

import { apiBase } from '../config/index.ts'

/** What another service's board needs to know who looks at it. */
export interface FeedbackSignOn {
  readonly provider: 'canny' | 'quackback'
  readonly token: string
  readonly boardToken: string
  readonly sdkUrl: string
}

const signOnTimeoutMs = 10_000

/** Null where the server does not sign: signed out meanwhile, no access, or no answer. */
export async function fetchFeedbackSignOn(): Promise<FeedbackSignOn | null> {
  try {
    const answer = await fetch(`${apiBase()}/sso/feedback`, {
      credentials: 'include',
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(signOnTimeoutMs),
    })
    return answer.ok ? readSignOn(await answer.json()) : null
  } catch {
    return null
  }
}

function readSignOn(value: unknown): FeedbackSignOn | null {
  const { provider, token, boardToken, sdkUrl } = (value ?? {}) as Partial<Record<keyof FeedbackSignOn, unknown>>
  if (provider !== 'canny' && provider !== 'quackback') return null
  if (typeof token !== 'string' || typeof boardToken !== 'string' || typeof sdkUrl !== 'string') return null
  return { provider, token, boardToken, sdkUrl }
}

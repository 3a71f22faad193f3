/** Who signed in at a provider, in our words. What the provider does not vouch for is left out. */
export interface Person {
  readonly subject: string
  /** Only an address that the provider has verified. */
  readonly email?: string
  readonly firstname?: string
  readonly lastname?: string
  readonly picture?: string
}

export type Claims = Readonly<Record<string, unknown>>

const limits = { subject: 255, picture: 2048 }

// PostgreSQL stores neither a NUL nor half a surrogate pair: such a name would make the sign-in fail.
const unstorable = /[\0\p{Surrogate}]/u

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || unstorable.test(value)) return undefined
  const text = value.trim()
  return text === '' ? undefined : text
}

// Mixed from two sources, an unverified address would borrow the other one's verification.
const verifiedEmail = (sources: readonly Claims[]): string | undefined => {
  const source = sources.find((claims) => claims['email'] !== undefined)
  return source?.['email_verified'] === true ? textOf(source['email']) : undefined
}

function pictureOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === undefined || text.length > limits.picture || !URL.canParse(text)) return undefined
  return new URL(text).protocol === 'https:' ? text : undefined
}

/** Merges what the ID token and the userinfo say; the latter is fresher. Null without a usable subject. */
export function personOf(token: Claims, userinfo: Claims): Person | null {
  const subject = token['sub']
  if (typeof subject !== 'string' || subject === '' || subject.length > limits.subject) return null
  if (unstorable.test(subject)) return null
  const merged: Claims = { ...token, ...userinfo }
  const email = verifiedEmail([userinfo, token])
  const firstname = textOf(merged['given_name'])
  const lastname = textOf(merged['family_name'])
  const picture = pictureOf(merged['picture'])
  return {
    subject,
    ...(email !== undefined && { email }),
    ...(firstname !== undefined && { firstname }),
    ...(lastname !== undefined && { lastname }),
    ...(picture !== undefined && { picture }),
  }
}

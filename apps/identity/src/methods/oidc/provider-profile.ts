/** Who signed in at a provider, in our words. What the provider does not vouch for is left out. */
export interface ProviderProfile {
  readonly subject: string
  /** Only an address that the provider has verified. */
  readonly email?: string
  readonly firstname?: string
  readonly lastname?: string
  readonly picture?: string
}

export type ProviderClaims = Readonly<Record<string, unknown>>

const claimLimits = { subject: 255, picture: 2048 }

// PostgreSQL stores neither a NUL nor half a surrogate pair: such a name would make the sign-in fail.
const unstorable = /[\0\p{Surrogate}]/u

function readClaimText(value: unknown): string | undefined {
  if (typeof value !== 'string' || unstorable.test(value)) return undefined
  const text = value.trim()
  return text === '' ? undefined : text
}

// Mixed from two sources, an unverified address would borrow the other one's verification.
const readVerifiedEmail = (sources: readonly ProviderClaims[]): string | undefined => {
  const source = sources.find((claims) => claims['email'] !== undefined)
  return source?.['email_verified'] === true ? readClaimText(source['email']) : undefined
}

function readPictureUrl(value: unknown): string | undefined {
  const text = readClaimText(value)
  if (text === undefined || text.length > claimLimits.picture || !URL.canParse(text)) return undefined
  return new URL(text).protocol === 'https:' ? text : undefined
}

/** Merges what the ID token and the userinfo say; the latter is fresher. Null without a usable subject. */
export function toProviderProfile(token: ProviderClaims, userinfo: ProviderClaims): ProviderProfile | null {
  const subject = token['sub']
  if (typeof subject !== 'string' || subject === '' || subject.length > claimLimits.subject) return null
  if (unstorable.test(subject)) return null
  const merged: ProviderClaims = { ...token, ...userinfo }
  const email = readVerifiedEmail([userinfo, token])
  const firstname = readClaimText(merged['given_name'])
  const lastname = readClaimText(merged['family_name'])
  const picture = readPictureUrl(merged['picture'])
  return {
    subject,
    ...(email !== undefined && { email }),
    ...(firstname !== undefined && { firstname }),
    ...(lastname !== undefined && { lastname }),
    ...(picture !== undefined && { picture }),
  }
}

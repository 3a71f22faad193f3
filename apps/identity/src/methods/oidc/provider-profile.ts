/** The person who signed in at a provider. Claims that the provider does not vouch for are omitted. */
export interface ProviderProfile {
  readonly subject: string
  /** Present only if the provider has verified the address. */
  readonly email?: string
  readonly firstname?: string
  readonly lastname?: string
  readonly picture?: string
}

export type ProviderClaims = Readonly<Record<string, unknown>>

const claimLimits = { subject: 255, picture: 2048 }

// PostgreSQL cannot store NUL or a lone surrogate: such a name would make the sign-in fail.
const unstorable = /[\0\p{Surrogate}]/u

function readClaimText(value: unknown): string | undefined {
  if (typeof value !== 'string' || unstorable.test(value)) return undefined
  const text = value.trim()
  return text === '' ? undefined : text
}

// Both claims must come from one source, or an unverified address would borrow the other source's verification.
const readVerifiedEmail = (sources: readonly ProviderClaims[]): string | undefined => {
  const source = sources.find((claims) => claims['email'] !== undefined)
  return source?.['email_verified'] === true ? readClaimText(source['email']) : undefined
}

function readPictureUrl(value: unknown): string | undefined {
  const text = readClaimText(value)
  if (text === undefined || text.length > claimLimits.picture || !URL.canParse(text)) return undefined
  return new URL(text).protocol === 'https:' ? text : undefined
}

/** Merges the ID token with userinfo, which is more recent. Null without a usable subject. */
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

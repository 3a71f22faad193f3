import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FormVisit, SettingsVisit } from '../../core/core.ts'
import { isJsonObject, type JsonObject } from '../../protocol/json.ts'
import type { Passkey } from '../../storage/passkeys.ts'

/** Loaded after the start of the server, or with the first passkey, because it takes a sixth of a start. */
export const loadPasskeyLibrary = () => import('@simplewebauthn/server')

/** The page's own host: a passkey belongs to it, and to no other site. */
const readSite = ({ visit }: FormVisit) => {
  const { hostname, origin } = new URL(visit.pages.login)
  return { rpID: hostname, origin }
}

/** A browser refuses passkeys for a bare IP address. */
export const canUsePasskeys = (form: FormVisit): boolean => !/^\[|^[\d.]+$/.test(readSite(form).rpID)

/** The challenge is derived from the flow, which is unguessable and accepts one answer. */
const createChallenge = ({ core, flow }: FormVisit): Uint8Array<ArrayBuffer> =>
  new Uint8Array(core.sealer.sign('passkey challenge', flow.id))

const toBase64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const toBytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'))

const toAllowed = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ id, transports }) => ({ id, transports: [...transports] }))

/** The options for the browser, in the form in which Kratos sends them. */
export async function buildCreationOptions(form: SettingsVisit, known: readonly Passkey[]): Promise<string> {
  const { core, identity } = form
  const { rpID } = readSite(form)
  const { generateRegistrationOptions } = await loadPasskeyLibrary()
  const publicKey = await generateRegistrationOptions({
    rpName: core.options.productName ?? rpID,
    rpID,
    userName: identity.traits.email,
    userDisplayName: identity.traits.email,
    userID: new Uint8Array(Buffer.from(identity.id)),
    challenge: createChallenge(form),
    excludeCredentials: toAllowed(known),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return JSON.stringify({ publicKey })
}

export async function buildRequestOptions(form: FormVisit, allowed: readonly Passkey[]): Promise<string> {
  const { generateAuthenticationOptions } = await loadPasskeyLibrary()
  const publicKey = await generateAuthenticationOptions({
    rpID: readSite(form).rpID,
    challenge: createChallenge(form),
    userVerification: 'required',
    allowCredentials: toAllowed(allowed),
  })
  return JSON.stringify({ publicKey })
}

/** The browser's answer, or null if it is none. The library checks what is in it. */
function parseAnswer(text: string): (JsonObject & { response: JsonObject }) | null {
  try {
    const answer: unknown = JSON.parse(text)
    if (!isJsonObject(answer) || !isJsonObject(answer['response'])) return null
    return { clientExtensionResults: {}, ...answer, response: answer['response'] }
  } catch {
    return null
  }
}

/** The person whom the answer claims to come from: the handle that the passkey was made with is their id. */
export function readClaimedPerson(text: string): string | null {
  const handle = parseAnswer(text)?.response['userHandle']
  return typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString('utf8') : null
}

/** Null: the answer is not one to this flow's challenge from this site. */
export async function verifyCreation(form: FormVisit, text: string, name: string): Promise<Passkey | null> {
  const answer = parseAnswer(text)
  if (answer === null) return null
  const { rpID, origin } = readSite(form)
  const { verifyRegistrationResponse } = await loadPasskeyLibrary()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: toBase64Url(createChallenge(form)),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    })
    if (!verified) return null
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return {
      id,
      public_key: toBase64Url(publicKey),
      sign_count: counter,
      transports: (transports ?? []).filter((one) => typeof one === 'string').slice(0, 10),
      display_name: name,
      added_at: form.visit.now.toISOString(),
    }
  } catch {
    // The library throws for every answer that does not fit, and its texts are for developers.
    return null
  }
}

/** The passkey of the list that signed this flow's challenge, with its new counter; null if none did. */
export async function verifyAssertion(
  form: FormVisit,
  text: string,
  passkeys: readonly Passkey[],
): Promise<{ readonly id: string; readonly signCount: number } | null> {
  const answer = parseAnswer(text)
  const passkey = passkeys.find(({ id }) => id === answer?.['id'])
  if (answer === null || passkey === undefined) return null
  const { rpID, origin } = readSite(form)
  const { verifyAuthenticationResponse } = await loadPasskeyLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: toBase64Url(createChallenge(form)),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: { id: passkey.id, publicKey: toBytes(passkey.public_key), counter: passkey.sign_count },
    })
    return verified ? { id: passkey.id, signCount: authenticationInfo.newCounter } : null
  } catch {
    return null
  }
}

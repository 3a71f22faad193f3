import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { getObject } from '../../platform/json.ts'

export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** The options as the service sends them: a JSON text around `publicKey`. */
function readOptions<Options>(text: string): Options {
  return getObject(JSON.parse(text), 'publicKey') as Options
}

/** Lets the person choose a passkey and sign the challenge. Null: they canceled, or the device could not. */
export async function signWithPasskey(options: string): Promise<string | null> {
  try {
    const optionsJSON = readOptions<PublicKeyCredentialRequestOptionsJSON>(options)
    return JSON.stringify(await startAuthentication({ optionsJSON }))
  } catch {
    return null
  }
}

/** Lets the person create a passkey. Null: they canceled, or the device has one already. */
export async function createPasskey(options: string): Promise<string | null> {
  try {
    const optionsJSON = readOptions<PublicKeyCredentialCreationOptionsJSON>(options)
    return JSON.stringify(await startRegistration({ optionsJSON }))
  } catch {
    return null
  }
}

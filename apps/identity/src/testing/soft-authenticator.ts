import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

/** A coordinate of the key and a short text, in CBOR. */
const coordinate = (value = '') => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(value, 'base64url')])
const text8 = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

/** Present, verified; and with the third flag the data holds a new key. */
const flags = { used: 0x05, created: 0x45 }

interface CeremonyOptions {
  readonly publicKey: {
    readonly challenge: string
    readonly rp?: { readonly id?: string }
    readonly rpId?: string
    readonly user?: { readonly id: string }
  }
}

/** A passkey in memory that answers as a browser does. It signs with ES256. One without a counter always reports 0. */
export function createSoftAuthenticator(origin: string, { hasCounter = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let userHandle = ''
  let counter = 0

  const clientData = (type: string, challenge: string, site = origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: site, crossOrigin: false }))
  const head = (rpId: string, flag: number): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), count])
  }
  const answer = (response: Record<string, Buffer | string>): string =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: Object.fromEntries(
        Object.entries(response).map(([name, value]) => [name, Buffer.from(value).toString('base64url')]),
      ),
    })

  return {
    create(text: string): string {
      const options = (JSON.parse(text) as CeremonyOptions).publicKey
      userHandle = Buffer.from(options.user?.id ?? '', 'base64url').toString()
      const key = publicKey.export({ format: 'jwk' })
      const cose = Buffer.concat([
        Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
        coordinate(key.x),
        Buffer.from([0x22]),
        coordinate(key.y),
      ])
      const data = Buffer.concat([
        head(options.rp?.id ?? '', flags.created),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text8('fmt'),
        text8('none'),
        text8('attStmt'),
        Buffer.from([0xa0]),
        text8('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return answer({ attestationObject, clientDataJSON: clientData('webauthn.create', options.challenge) })
    },
    get(text: string, handle = userHandle, site = origin): string {
      const options = (JSON.parse(text) as CeremonyOptions).publicKey
      if (hasCounter) counter += 1
      const authenticatorData = head(options.rpId ?? '', flags.used)
      const clientDataJSON = clientData('webauthn.get', options.challenge, site)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return answer({ authenticatorData, clientDataJSON, signature, userHandle: handle })
    },
  }
}

import { generateKeyPairSync, sign } from 'node:crypto'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Encodes one value in DER, the notation of certificates. */
function encodeDer(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const encodeSequence = (...parts: readonly Buffer[]): Buffer => encodeDer(0x30, ...parts)
const objectIds = {
  commonName: encodeDer(6, [0x55, 4, 3]),
  alternativeName: encodeDer(6, [0x55, 0x1d, 0x11]),
  constraints: encodeDer(6, [0x55, 0x1d, 0x13]),
  ecdsaWithSha256: encodeDer(6, [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2]),
} as const
const derTrue = encodeDer(1, [0xff])
const encodeUtcTime = (text: string): Buffer => encodeDer(0x17, Buffer.from(text))

/** Creates a self-signed certificate for a host that only a test knows. */
export function createSelfSignedCertificate(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = encodeSequence(objectIds.ecdsaWithSha256)
  const name = encodeSequence(encodeDer(0x31, encodeSequence(objectIds.commonName, encodeDer(0x0c, Buffer.from(host)))))
  const extensions = encodeSequence(
    encodeSequence(objectIds.constraints, derTrue, encodeDer(4, encodeSequence(derTrue))),
    encodeSequence(objectIds.alternativeName, encodeDer(4, encodeSequence(encodeDer(0x82, Buffer.from(host))))),
  )
  const body = encodeSequence(
    encodeDer(0xa0, encodeDer(2, [2])),
    encodeDer(2, [1]),
    algorithm,
    name,
    encodeSequence(encodeUtcTime('200101000000Z'), encodeUtcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeDer(0xa3, extensions),
  )
  const signature = encodeDer(3, [0], sign('sha256', body, privateKey))
  const lines =
    encodeSequence(body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

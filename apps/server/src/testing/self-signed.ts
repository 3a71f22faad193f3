import { generateKeyPairSync, sign } from 'node:crypto'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** One value in the notation that certificates are written in. */
function value(tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => value(0x30, ...parts)
const names = {
  commonName: value(6, [0x55, 4, 3]),
  alternativeName: value(6, [0x55, 0x1d, 0x11]),
  constraints: value(6, [0x55, 0x1d, 0x13]),
  ecdsaWithSha256: value(6, [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2]),
} as const
const yes = value(1, [0xff])
const utcTime = (text: string): Buffer => value(0x17, Buffer.from(text))

/** A certificate that vouches for itself, for a host that only a test knows. */
export function selfSigned(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(names.ecdsaWithSha256)
  const name = sequence(value(0x31, sequence(names.commonName, value(0x0c, Buffer.from(host)))))
  const extensions = sequence(
    sequence(names.constraints, yes, value(4, sequence(yes))),
    sequence(names.alternativeName, value(4, sequence(value(0x82, Buffer.from(host))))),
  )
  const body = sequence(
    value(0xa0, value(2, [2])),
    value(2, [1]),
    algorithm,
    name,
    sequence(utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    value(0xa3, extensions),
  )
  const signature = value(3, [0], sign('sha256', body, privateKey))
  const lines =
    sequence(body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

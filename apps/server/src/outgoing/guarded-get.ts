import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { isOpenAddress } from './open-address.ts'

export interface GuardedGet {
  readonly waitMs: number
  readonly mostBytes: number
  readonly accept: string
  /** For tests: which addresses may be asked, and whether without TLS. */
  readonly isAllowed?: (address: string) => boolean
  readonly allowsPlain?: boolean
  /** In place of the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>
}

export interface Gotten {
  readonly status: number
  readonly bytes: Buffer
}

/** Asks an address that a stranger may have named: over https on its own port, in the open internet, without following it elsewhere. */
export function guardedGet(address: string, rules: GuardedGet): Promise<Gotten> {
  return new Promise((resolve, reject) => {
    const url = new URL(address)
    const isPlain = url.protocol === 'http:' && rules.allowsPlain === true
    const isSecure = url.protocol === 'https:' && url.port === ''
    // A literal address is never looked up, so nothing else would look at it.
    const isLiteral = isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
    if (!isPlain && (!isSecure || isLiteral)) throw new Error('this address may not be asked')
    if (url.username !== '' || url.password !== '') throw new Error('an address may not carry a password')
    const sent = (isPlain ? requestHttp : requestHttps)(
      url,
      {
        method: 'GET',
        agent: false,
        lookup: guardedLookup(rules),
        signal: AbortSignal.timeout(rules.waitMs),
        headers: { accept: rules.accept, 'user-agent': 'Espalier' },
      },
      (answer) => void readAll(answer, rules.mostBytes).then(resolve, reject),
    )
    sent.once('error', reject)
    sent.end()
  })
}

const resolveAll = (host: string): Promise<readonly LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookUp(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })

/** The connection is made to the very addresses that were looked at: a name that changes in between changes nothing. */
function guardedLookup({ resolve = resolveAll, isAllowed = isOpenAddress }: GuardedGet): LookupFunction {
  const look = async (host: string): Promise<readonly LookupAddress[]> => {
    const addresses = await resolve(host)
    if (addresses.length > 0 && addresses.every(({ address }) => isAllowed(address))) return addresses
    throw new Error('this host does not lie in the open internet')
  }
  return (host, options, tell) => {
    look(host).then(
      (addresses) => {
        const [first] = addresses
        if (options.all === true) tell(null, [...addresses])
        else tell(null, first?.address ?? '', first?.family ?? 4)
      },
      (error: unknown) => tell(error as NodeJS.ErrnoException, '', 0),
    )
  }
}

async function readAll(answer: IncomingMessage, mostBytes: number): Promise<Gotten> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostBytes) {
      answer.destroy()
      throw new Error('the answer is too long')
    }
    chunks.push(chunk)
  }
  return { status: answer.statusCode ?? 0, bytes: Buffer.concat(chunks) }
}

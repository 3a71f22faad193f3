import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { readBodyBytes } from './http-client.ts'

type Network = readonly [string, number]

function createBlockList(family: 'ipv4' | 'ipv6', networks: readonly Network[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}

/** Loopback, private, shared, link-local, documentation, multicast and what is kept for later. */
const closedIpv4 = createBlockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])
const publicIpv6 = createBlockList('ipv6', [['2000::', 3]])
/** Ways that lead on to an IPv4 address, and what is for documentation. */
const closedIpv6 = createBlockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** Whether an address lies in the open internet: whoever names a host must not reach what only this machine can. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closedIpv4.check(address, 'ipv4')
  if (version !== 6 || address.includes('%')) return false
  return publicIpv6.check(address, 'ipv6') && !closedIpv6.check(address, 'ipv6')
}

export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>

interface LookupRules {
  /** In place of the system's resolver. */
  readonly resolve?: ResolveHost | undefined
  /** Left out: the open internet alone. */
  readonly isAllowed?: ((address: string) => boolean) | undefined
}

/** A host that must not be asked. Its caller hears no more than of one that does not answer. */
class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
  readonly code = 'EREFUSEDADDRESS'
}

const resolveAllAddresses: ResolveHost = (host) =>
  new Promise((resolve, reject) => {
    lookUp(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })

/** The connection is made to the very addresses that were looked at: a name that changes in between changes nothing. */
export function createGuardedLookup({
  resolve = resolveAllAddresses,
  isAllowed = isPublicAddress,
}: LookupRules): LookupFunction {
  const look = async (host: string): Promise<readonly [LookupAddress, ...LookupAddress[]]> => {
    const [first, ...others] = await resolve(host)
    if (first === undefined) throw new RefusedAddressError(`${host} has no address`)
    // One that is not allowed refuses them all: the next connection might take that one.
    if ([first, ...others].every(({ address }) => isAllowed(address))) return [first, ...others]
    throw new RefusedAddressError(`${host} does not lie in the open internet`)
  }
  return (host, options, tell) => {
    look(host).then(
      ([first, ...others]) => {
        if (options.all === true) tell(null, [first, ...others])
        else tell(null, first.address, first.family)
      },
      (error: unknown) => tell(error as NodeJS.ErrnoException, '', 0),
    )
  }
}

export interface GuardedGetOptions extends LookupRules {
  readonly waitMs: number
  readonly mostBytes: number
  readonly accept: string
  /** For tests: without TLS. */
  readonly allowsPlain?: boolean
}

interface GuardedResponse {
  readonly status: number
  readonly bytes: Buffer
}

/** Asks an address that a stranger may have named: over https on its own port, in the open internet, without following it elsewhere. */
export function guardedGet(address: string, rules: GuardedGetOptions): Promise<GuardedResponse> {
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
        lookup: createGuardedLookup(rules),
        signal: AbortSignal.timeout(rules.waitMs),
        headers: { accept: rules.accept, 'user-agent': 'Espalier' },
      },
      (answer) => void readGuardedResponse(answer, rules.mostBytes).then(resolve, reject),
    )
    sent.once('error', reject)
    sent.end()
  })
}

const readGuardedResponse = async (answer: IncomingMessage, mostBytes: number): Promise<GuardedResponse> => ({
  status: answer.statusCode ?? 0,
  bytes: await readBodyBytes(answer, mostBytes),
})

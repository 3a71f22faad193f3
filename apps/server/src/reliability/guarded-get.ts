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

/** Loopback, private, shared, link-local, documentation, multicast and reserved addresses. */
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
/** Addresses that embed an IPv4 address, and documentation addresses. */
const closedIpv6 = createBlockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** Whether an address is on the public internet: a user-supplied host must not reach what only this machine can. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closedIpv4.check(address, 'ipv4')
  if (version !== 6 || address.includes('%')) return false
  return publicIpv6.check(address, 'ipv6') && !closedIpv6.check(address, 'ipv6')
}

export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>

interface LookupRules {
  /** Replaces the system's resolver. */
  readonly resolve?: ResolveHost | undefined
  /** Defaults to the public internet only. */
  readonly isAllowed?: ((address: string) => boolean) | undefined
}

/** A forbidden host. The caller gets the same error as for one that does not answer. */
class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError'
  readonly code = 'EREFUSEDADDRESS'
}

const resolveAllAddresses: ResolveHost = (host) =>
  new Promise((resolve, reject) => {
    lookUp(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })

/** The connection uses exactly the checked addresses, so that a DNS change in between has no effect. */
export function createGuardedLookup({
  resolve = resolveAllAddresses,
  isAllowed = isPublicAddress,
}: LookupRules): LookupFunction {
  const resolveAllowed = async (host: string): Promise<readonly [LookupAddress, ...LookupAddress[]]> => {
    const [first, ...others] = await resolve(host)
    if (first === undefined) throw new RefusedAddressError(`${host} has no address`)
    // One forbidden address refuses all, because the next connection might use that one.
    if ([first, ...others].every(({ address }) => isAllowed(address))) return [first, ...others]
    throw new RefusedAddressError(`${host} does not lie in the open internet`)
  }
  return (host, options, respond) => {
    resolveAllowed(host).then(
      ([first, ...others]) => {
        if (options.all === true) respond(null, [first, ...others])
        else respond(null, first.address, first.family)
      },
      (error: unknown) => respond(error as NodeJS.ErrnoException, '', 0),
    )
  }
}

export interface GuardedGetOptions extends LookupRules {
  readonly waitMs: number
  readonly mostBytes: number
  readonly accept: string
  /** Allows plain HTTP in tests. */
  readonly allowsPlain?: boolean
}

interface GuardedResponse {
  readonly status: number
  readonly bytes: Buffer
}

/**
 * Requests a URL that may come from an untrusted person: over HTTPS on its default port, on the public internet,
 * without following redirects.
 */
export function guardedGet(address: string, rules: GuardedGetOptions): Promise<GuardedResponse> {
  return new Promise((resolve, reject) => {
    const url = new URL(address)
    const isPlain = url.protocol === 'http:' && rules.allowsPlain === true
    const isSecure = url.protocol === 'https:' && url.port === ''
    // A literal address is never looked up, so it has to be checked here.
    const isLiteral = isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
    if (!isPlain && (!isSecure || isLiteral)) throw new Error('this address must not be requested')
    if (url.username !== '' || url.password !== '') throw new Error('an address must not contain a password')
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

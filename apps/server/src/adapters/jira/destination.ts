import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

import { readTrackerDomain } from '@espalier/domain'

import { isOpenAddress } from '../../outgoing/open-address.ts'

export interface DestinationRules {
  /** For tests and development: these domains are asked at these addresses, without any check. */
  readonly hostMap: ReadonlyMap<string, string>
  /** Hosts, or hosts with a port, that may lie anywhere. */
  readonly allowHosts: readonly string[]
  /** In place of the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>
}

export interface Destination {
  /** The site's name, wherever it is asked. */
  readonly site: string
  /** Without a slash at the end. */
  readonly base: string
  /** Left out: the address was given by the operator. */
  readonly lookup?: LookupFunction
}

/** A host that must not be asked. Its caller hears no more than of one that does not answer. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
  readonly code = 'EREFUSEDADDRESS'
}

/** Null: the domain is none, or may not be asked. */
export function destinationOf(domain: string, rules: DestinationRules): Destination | null {
  const read = readTrackerDomain(domain)
  if (!read.ok) return null
  const site = read.value
  const mapped = rules.hostMap.get(site)
  if (mapped !== undefined) return { site, base: mapped.replace(/\/+$/, '') }
  const { hostname, port } = new URL(`https://${site}`)
  const isAllowed = rules.allowHosts.includes(site) || (port === '' && rules.allowHosts.includes(`${hostname}:443`))
  if (isAllowed) return { site, base: `https://${site}`, ...(rules.resolve && { lookup: looking(rules.resolve) }) }
  if (port !== '' || isIP(hostname) !== 0) return null
  return { site, base: `https://${site}`, lookup: looking(onlyOpen(rules.resolve ?? resolveAll)) }
}

type Resolve = NonNullable<DestinationRules['resolve']>

const resolveAll: Resolve = (host) =>
  new Promise((resolve, reject) => {
    lookUp(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })

/** One address that is not open refuses them all: the next connection might take that one. */
const onlyOpen =
  (resolve: Resolve): Resolve =>
  async (host) => {
    const addresses = await resolve(host)
    if (addresses.length === 0 || !addresses.every(({ address }) => isOpenAddress(address))) {
      throw new RefusedAddress(`${host} does not lie in the open internet`)
    }
    return addresses
  }

/** The connection is made to the very addresses that were looked at: a name that changes in between changes nothing. */
const looking =
  (resolve: Resolve): LookupFunction =>
  (host, options, tell) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses
        if (options.all === true) tell(null, [...addresses])
        else if (first === undefined) tell(new RefusedAddress(`${host} has no address`), '', 0)
        else tell(null, first.address, first.family)
      },
      (error: unknown) => tell(error as NodeJS.ErrnoException, '', 0),
    )
  }

import { lookup as lookUp, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { isPublicAddress } from './open-address.ts'

export type ResolveHost = (host: string) => Promise<readonly LookupAddress[]>

export interface LookupRules {
  /** In place of the system's resolver. */
  readonly resolve?: ResolveHost | undefined
  /** Left out: the open internet alone. */
  readonly isAllowed?: ((address: string) => boolean) | undefined
}

/** A host that must not be asked. Its caller hears no more than of one that does not answer. */
class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddress'
  readonly code = 'EREFUSEDADDRESS'
}

const resolveAllAddresses: ResolveHost = (host) =>
  new Promise((resolve, reject) => {
    lookUp(host, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)))
  })

/** The connection is made to the very addresses that were looked at: a name that changes in between changes nothing. */
export function createGuardedLookup({ resolve = resolveAllAddresses, isAllowed = isPublicAddress }: LookupRules): LookupFunction {
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

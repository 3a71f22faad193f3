import { randomUUID } from 'node:crypto'
import type { Core } from '../core/core.ts'
import type { Visit } from '../core/visit.ts'
import { findIdentityIdByIdentifier } from '../storage/credentials.ts'
import { isJsonObject } from '../protocol/json.ts'

const devicePurpose = 'known device'
const yearSeconds = 31_536_000
const maxDeviceCookieLength = 2048
/** How many accounts one browser is remembered for; older ones are dropped. */
const maxDeviceAccounts = 10

interface KnownDevice {
  readonly id: string
  readonly accounts: readonly string[]
}

// The contract fixes the names of the cookies of Kratos. This one is ours, so it can be bound to the host.
const deviceCookieName = (core: Core): string => `${core.options.secureCookies ? '__Host-' : ''}espalier_device`

function readDeviceCookie(core: Core, visit: Visit): KnownDevice | null {
  const sealed = visit.cookies.get(deviceCookieName(core))
  if (sealed === undefined || sealed.length > maxDeviceCookieLength) return null
  const text = core.sealer.open(devicePurpose, sealed)
  const value: unknown = text === null ? null : JSON.parse(text)
  if (!isJsonObject(value) || typeof value['id'] !== 'string' || !Array.isArray(value['accounts'])) return null
  return { id: value['id'], accounts: value['accounts'].filter((id) => typeof id === 'string') }
}

/** Records in a sealed cookie that this browser has signed in to the account. The cookie alone opens nothing. */
export function rememberDevice(core: Core, visit: Visit, identityId: string): void {
  const known = readDeviceCookie(core, visit)
  const others = known?.accounts.filter((id) => id !== identityId) ?? []
  const device: KnownDevice = {
    id: known?.id ?? randomUUID(),
    accounts: [...others, identityId].slice(-maxDeviceAccounts),
  }
  visit.cookies.set(deviceCookieName(core), core.sealer.seal(devicePurpose, JSON.stringify(device)), yearSeconds)
}

/** Returns the id of this browser if it has signed in to the account before, else null. */
export function findKnownDevice(core: Core, visit: Visit, identityId: string | null): string | null {
  const device = identityId === null ? null : readDeviceCookie(core, visit)
  return device !== null && identityId !== null && device.accounts.includes(identityId) ? device.id : null
}

/** Does the same for the account of an address. */
export const findKnownDeviceByEmail = async (core: Core, visit: Visit, email: string): Promise<string | null> =>
  findKnownDevice(core, visit, await findIdentityIdByIdentifier(core.db, 'password', email))

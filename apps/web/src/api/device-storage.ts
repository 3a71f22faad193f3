import { createLocalCopy, type LocalCopy, type LocalStore, type SharedDevice } from '@espalier/sync'
import { readAccountKeys, startAccountCopy } from '@espalier/sync/account-copy'
import { deviceKeysQuery } from '@espalier/schema/documents/device-keys'
import { failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { registerForPreload } from '../platform/code-loading.ts'
import { deviceLocks, deviceNews, deviceRecords } from './session/guard-copies.ts'
import { currentPersonId } from './session/session.ts'

// The cipher is loaded lazily: it is needed for typed text, not to show the project.
const loadEncryptedStorage = registerForPreload(() => import('../platform/encrypted-storage.ts'))

/** A storage that failed once is not tried again: each attempt may take seconds. */
let isBroken = false
let storedKeys: { readonly personId: string; readonly keys: readonly string[] | null } | null = null
let cachedStorage: { readonly personId: string; readonly storage: LocalStore | null } | null = null

/** Opens what the tabs of this browser share. Nothing is stored for an anonymous visitor. */
export async function openDevice(personId: string | null): Promise<SharedDevice> {
  const tabs = { locks: deviceLocks, news: deviceNews }
  if (personId === null || deviceRecords === null || isBroken) return { records: null, copy: null, ...tabs }
  try {
    storedKeys = { personId, keys: await readAccountKeys(deviceRecords, personId) }
    return { records: deviceRecords, copy: createLocalCopy(deviceRecords, personId), ...tabs }
  } catch {
    // The storage is blocked or broken: the page works without it.
    isBroken = true
    return { records: null, copy: null, ...tabs }
  }
}

/**
 * Opens the texts that this person stores on this device. The keys come from the server and are stored with the person's
 * copy only, which goes when they log out. Null: an anonymous visitor, or the keys could not be fetched.
 */
export async function openDeviceStorage(personId: string | null): Promise<LocalStore | null> {
  if (personId === null) return null
  const keys = storedKeys?.personId === personId ? storedKeys.keys : null
  const cached = cachedStorage?.personId === personId ? cachedStorage : null
  if (cached !== null && (keys !== null || deviceRecords === null)) return cached.storage
  try {
    // The server may have a new key by now.
    const [used, { createEncryptedStorage, decodeBase64 }] = await Promise.all([
      firstKnown(keys, fetchKeys(personId)),
      loadEncryptedStorage(),
    ])
    if (used === null) return cached?.storage ?? null
    cachedStorage = { personId, storage: createEncryptedStorage(used.map(decodeBase64)) }
    return cachedStorage.storage
  } catch {
    return null
  }
}

/** Opens a person's copy for writing, and begins one if they have none in this browser yet. */
export async function startCopy(personId: string | null): Promise<LocalCopy | null> {
  const { copy } = await openDevice(personId)
  if (personId !== null && copy !== null && storedKeys?.keys === null) await fetchKeys(personId)
  return copy
}

const firstKnown = <Value>(known: Value | null, fetched: Promise<Value | null>): Value | Promise<Value | null> =>
  known ?? fetched

/** Null: the server did not answer, or nobody is signed in. */
async function fetchKeys(personId: string): Promise<readonly string[] | null> {
  const answer = await sendOperation(deviceKeysQuery, {}, { context: failingSilently })
  if (!answer.ok) return null
  const { deviceKeys } = answer.value.account
  // The person may have logged out meanwhile.
  if (deviceRecords !== null && currentPersonId() === personId) {
    await startAccountCopy(deviceRecords, personId, deviceKeys).catch(() => undefined)
  }
  return deviceKeys
}

import type { LocalStore } from '@espalier/sync'
import { deviceKeysQuery } from '@espalier/schema/documents/device-keys'
import { failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { registerForPreload } from '../platform/code-loading.ts'

// The cipher is loaded lazily: it is needed for typed text, not to show the project.
const loadEncryptedStorage = registerForPreload(() => import('../platform/encrypted-storage.ts'))

let cachedStorage: { readonly personId: string; readonly storage: LocalStore | null } | null = null

/**
 * Opens what this person stores on this device. The keys are never stored. Null: an anonymous visitor, or the keys
 * could not be fetched.
 */
export async function openDeviceStorage(personId: string | null): Promise<LocalStore | null> {
  if (personId === null) return null
  if (cachedStorage?.personId === personId) return cachedStorage.storage
  try {
    const [keys, { createEncryptedStorage, decodeBase64 }] = await Promise.all([
      sendOperation(deviceKeysQuery, {}, { context: failingSilently }),
      loadEncryptedStorage(),
    ])
    if (!keys.ok) return null
    cachedStorage = { personId, storage: createEncryptedStorage(keys.value.account.deviceKeys.map(decodeBase64)) }
    return cachedStorage.storage
  } catch {
    return null
  }
}

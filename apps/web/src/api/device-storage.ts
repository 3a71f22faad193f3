import type { LocalStore } from '@espalier/sync'
import { apiClient } from './graphql/api-client.ts'
import { gql, type TypedDocumentNode } from './graphql/gql.ts'
import { quietly } from './graphql/own-codes.ts'
import { registerForPreload } from '../platform/code-loading.ts'

interface SentDeviceKeys {
  readonly account: { readonly deviceKeys: readonly string[] }
}

const deviceKeysQuery: TypedDocumentNode<SentDeviceKeys, Record<string, never>> = gql`
  query DeviceKeys {
    account {
      id
      deviceKeys
    }
  }
`

// The cipher is needed for what is typed, not for what is shown.
const loadEncryptedStorage = registerForPreload(() => import('../platform/encrypted-storage.ts'))

let cachedStorage: { readonly personId: string; readonly storage: LocalStore | null } | null = null

/** What this person keeps on this device. The keys are never stored. Null: an anonymous visitor, or no keys came. */
export async function openDeviceStorage(personId: string | null): Promise<LocalStore | null> {
  if (personId === null) return null
  if (cachedStorage?.personId === personId) return cachedStorage.storage
  try {
    const asked = apiClient().ask(deviceKeysQuery, { variables: {}, context: quietly })
    const [{ account }, { createEncryptedStorage: sealedStorage, decodeBase64: fromBase64 }] = await Promise.all([
      asked,
      loadEncryptedStorage(),
    ])
    cachedStorage = { personId, storage: sealedStorage(account.deviceKeys.map(fromBase64)) }
    return cachedStorage.storage
  } catch {
    return null
  }
}

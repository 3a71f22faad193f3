import { loadedLater } from '../../platform/code-parts.ts'
import { apiClient } from '../graphql/api-client.ts'
import { gql, type TypedDocumentNode } from '../graphql/gql.ts'
import { quietly } from '../graphql/own-codes.ts'
import type { SealedStorage } from './sealed-storage.ts'

interface DeviceKeys {
  readonly account: { readonly deviceKeys: readonly string[] }
}

const deviceKeysQuery: TypedDocumentNode<DeviceKeys, Record<string, never>> = gql`
  query DeviceKeys {
    account {
      id
      deviceKeys
    }
  }
`

// The cipher is needed for what is typed, not for what is shown.
const loadSealing = loadedLater(() => import('./sealed-storage.ts'))

let known: { readonly personId: string; readonly storage: SealedStorage | null } | null = null

/** What this person keeps on this device. The keys are never stored. Null: an anonymous visitor, or no keys came. */
export async function openStorage(personId: string | null): Promise<SealedStorage | null> {
  if (personId === null) return null
  if (known?.personId === personId) return known.storage
  try {
    const asked = apiClient().ask(deviceKeysQuery, { variables: {}, context: quietly })
    const [{ account }, { sealedStorage, fromBase64 }] = await Promise.all([asked, loadSealing()])
    known = { personId, storage: sealedStorage(account.deviceKeys.map(fromBase64)) }
    return known.storage
  } catch {
    return null
  }
}

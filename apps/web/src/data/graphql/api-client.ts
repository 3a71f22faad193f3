import type { ApolloClient } from '@apollo/client'
import { apiBase } from '../config/index.ts'
import { auth } from '../session/index.ts'
import { apiTroubles } from './api-trouble.ts'
import { clientId } from './client-id.ts'
import { createApiClient } from './create-api-client.ts'
import { liveConnection } from './live-connection.ts'

let client: ApolloClient | null = null

/** The one client of this tab. */
export function apiClient(): ApolloClient {
  client ??= createApiClient({
    base: apiBase(),
    clientId,
    onTrouble: apiTroubles.tell,
    onAccepted: auth.confirmed,
    onConnected: () => liveConnection.tell(true),
    onDisconnected: () => liveConnection.tell(false),
  })
  return client
}

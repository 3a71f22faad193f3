import { earlyData } from '../session/early-data.ts'
import { apiBase } from '../session/page-config.ts'
import { auth, currentPersonId } from '../session/session.ts'
import { apiTroubles } from './api-trouble.ts'
import { clientId } from './page-headers.ts'
import { type ApiClient, createApiClient } from './create-api-client.ts'
import { liveConnection } from './live-connection.ts'
import type { ApiAnswer, SentData } from './send-batch.ts'

let client: ApiClient | null = null

/** Each tab has exactly one API client. */
export function apiClient(): ApiClient {
  client ??= createApiClient({
    base: apiBase(),
    clientId,
    personId: currentPersonId,
    findAnswer: async (operation) =>
      (await earlyData.consumeAnswer(operation, currentPersonId)) as ApiAnswer<SentData> | null,
    onTrouble: apiTroubles.report,
    onAccepted() {
      auth.confirmSession()
      apiTroubles.reached()
    },
    onConnected: () => liveConnection.tell(true),
    onDisconnected: (code) => liveConnection.tell(false, code),
  })
  return client
}

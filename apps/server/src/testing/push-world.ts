import type { ApiSlice } from '../api/slice.ts'
import type { Database } from '../database/database.ts'
import { createPeople } from '../features/people/index.ts'
import { startPushing } from '../features/push/push-notifications.ts'
import { pushSlice } from '../features/push/resolvers.ts'
import type { Bus } from '../ports/bus.ts'
import type { Identities } from '../ports/identities.ts'
import type { Log } from '../ports/log.ts'
import type { PushSender } from '../ports/push.ts'

/** The API of push messages, on a server that has switched them on. */
export const testPushSlice = (database: Database): ApiSlice =>
  pushSlice({ database, sender: { publicKey: 'the public key', send: async () => 'sent' } })

/** Sends the notifications of a server's bus. Returns a function that stops and waits for what is being sent. */
export function startTestPushing(
  { identities }: { readonly identities: Identities },
  { database, bus, log }: { readonly database: Database; readonly bus: Bus; readonly log: Log },
  sender: PushSender,
): () => Promise<void> {
  return startPushing({
    database,
    bus,
    log,
    sender,
    people: createPeople({ database, identities }),
    productName: 'Espalier',
    apiUrl: () => 'https://espalier.example',
  })
}

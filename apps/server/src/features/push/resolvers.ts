import { typeDefs } from '@espalier/schema/server'
import type { ApiSlice, GraphqlContext } from '../../api/slice.ts'
import { pushErrorTexts } from '../../texts/push.ts'
import { type AccessRule, allowSignedIn, badInputError, requireAllowedPerson } from '../projects/index.ts'
import type { PushOptions } from './push-notifications.ts'
import { deleteSubscription, hasSubscription, storeSubscription } from './store.ts'

/** The policy of push messages: browsers are a person's own. */
const pushPolicy = { 'push.use': allowSignedIn } as const satisfies Record<string, AccessRule>

const longestEndpoint = 1_000
const keyPattern = /^[\w-]{20,200}={0,2}$/u

const readViewer = ({ viewer }: GraphqlContext) => requireAllowedPerson(viewer, pushPolicy['push.use'])

export const pushSlice = ({ database: { pool }, sender }: Pick<PushOptions, 'database' | 'sender'>): ApiSlice => ({
  name: 'push',
  typeDefs: typeDefs.push,
  resolvers: {
    Query: {
      pushKey: (_parent, _args, context) => {
        readViewer(context)
        return sender?.publicKey ?? null
      },
      hasPushSubscription: (_parent, { endpoint }, context) =>
        hasSubscription(pool, endpoint, readViewer(context).person.id),
    },
    Mutation: {
      addPushSubscription: async (_parent, target, context) => {
        const { person, sessionId } = readViewer(context)
        if (sender === null) throw badInputError(pushErrorTexts.off, 'endpoint')
        if (!isHttps(target.endpoint)) throw badInputError(pushErrorTexts.badEndpoint, 'endpoint')
        for (const field of ['p256dh', 'auth'] as const) {
          if (!keyPattern.test(target[field])) throw badInputError(pushErrorTexts.badKey, field)
        }
        await storeSubscription(pool, { userId: person.id, sessionId }, target)
        return true
      },
      removePushSubscription: (_parent, { endpoint }, context) =>
        deleteSubscription(pool, endpoint, readViewer(context).person.id),
    },
  },
})

/** Whether the host is in the open internet is checked whenever something is sent. */
function isHttps(endpoint: string): boolean {
  return endpoint.length <= longestEndpoint && URL.canParse(endpoint) && new URL(endpoint).protocol === 'https:'
}

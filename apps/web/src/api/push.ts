import {
  addPushSubscriptionMutation,
  hasPushSubscriptionQuery,
  pushKeyQuery,
  removePushSubscriptionMutation,
} from '@espalier/schema/documents/push'
import { failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'

/**
 * Whether this browser shows the person's notifications. unavailable: the operator has not switched them on, or the
 * browser cannot. blocked: the person has forbidden them in the browser.
 */
export type PushState = 'unavailable' | 'blocked' | 'off' | 'on'

const silently = { context: failingSilently }

async function fetchKey(): Promise<string | null> {
  const answer = await sendOperation(pushKeyQuery, {}, silently)
  return answer.ok ? answer.value.pushKey : null
}

/** Undefined: this browser, or this window, has no push messages. */
async function findManager(): Promise<PushManager | undefined> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (workers === undefined || typeof Notification === 'undefined') return undefined
  return (await workers.getRegistration())?.pushManager
}

export async function readPushState(): Promise<PushState> {
  try {
    const manager = await findManager()
    if (manager === undefined || (await fetchKey()) === null) return 'unavailable'
    if (Notification.permission === 'denied') return 'blocked'
    const subscription = await manager.getSubscription()
    if (subscription === null) return 'off'
    // A logout ends it on the server, whatever the browser thinks.
    const answer = await sendOperation(hasPushSubscriptionQuery, { endpoint: subscription.endpoint }, silently)
    return answer.ok && answer.value.hasPushSubscription ? 'on' : 'off'
  } catch {
    return 'unavailable'
  }
}

/** Asks the person for permission if needed. Null: it failed. */
export async function switchPushOn(): Promise<PushState | null> {
  try {
    const [manager, key] = [await findManager(), await fetchKey()]
    if (manager === undefined || key === null) return null
    if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
    // The operator's key may have changed since.
    await (await manager.getSubscription())?.unsubscribe()
    const { endpoint, keys } = (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
    const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']]
    if (endpoint === undefined || p256dh === undefined || auth === undefined) return null
    const answer = await sendOperation(addPushSubscriptionMutation, { endpoint, p256dh, auth }, silently)
    return answer.ok ? 'on' : null
  } catch {
    return null
  }
}

/** Null: the server could not be told. The browser shows nothing any more in any case. */
export async function switchPushOff(): Promise<PushState | null> {
  try {
    const subscription = await (await findManager())?.getSubscription()
    if (subscription == null) return 'off'
    await subscription.unsubscribe()
    const { endpoint } = subscription
    const answer = await sendOperation(removePushSubscriptionMutation, { endpoint }, silently)
    return answer.ok ? 'off' : null
  } catch {
    return null
  }
}

import { limits } from '@espalier/domain'
import { type Client, createClient } from 'graphql-ws'

interface LivePlace {
  readonly base: string
  readonly clientId: string
  readonly onConnected?: () => void
  readonly onDisconnected?: () => void
}

/** The websocket opens with the first subscription and closes after the last. */
export const createLiveClient = ({ base, clientId, onConnected, onDisconnected }: LivePlace): Client =>
  createClient({
    url: `${base.replace(/^http/, 'ws')}/subscriptions`,
    connectionParams: { 'x-client-id': clientId },
    retryAttempts: limits.socketRetry.attempts,
    on: { connected: () => onConnected?.(), closed: () => onDisconnected?.() },
    retryWait: (retries) => new Promise((resolve) => window.setTimeout(resolve, retryDelayMs(retries, Math.random()))),
  })

/** From 1 s, doubling up to 5 s; jitter keeps a thousand pages from coming back in the same instant. */
export function retryDelayMs(retries: number, chance: number): number {
  const { initialMs, maxMs } = limits.socketRetry
  const ceiling = Math.min(maxMs, initialMs * 2 ** retries)
  return initialMs + (ceiling - initialMs) * chance
}

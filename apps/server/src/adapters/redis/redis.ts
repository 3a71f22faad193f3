import { Redis } from 'ioredis'
import type { RateStore } from '../../ports/rates.ts'
import type { BusTransport } from '../../reliability/bus-connection.ts'

interface RedisConnectionOptions {
  /** Whether the client reconnects after a lost connection. */
  readonly isPersistent: boolean
}

const redisTimeouts = { connectMs: 2_000, commandMs: 1_000, longestRetryMs: 2_000 } as const

/**
 * The client is not connected yet. Commands fail at once while Redis is unavailable, so that nobody waits for an
 * optimization.
 */
function createRedisClient(url: string, { isPersistent }: RedisConnectionOptions): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: redisTimeouts.connectMs,
    commandTimeout: redisTimeouts.commandMs,
    connectionName: 'espalier',
    retryStrategy: (attempts) => (isPersistent ? Math.min(100 * attempts, redisTimeouts.longestRetryMs) : null),
  })
  // Without a listener an error would end the process; callers get the error from their command.
  client.on('error', () => {})
  return client
}

/** Servers with another database number in the same Redis must not share the channel. */
const toBusChannel = (url: string): string => `espalier:bus:${new URL(url).pathname.slice(1) || '0'}`

/** Uses two connections, because a subscribed connection cannot publish. */
export const createRedisBusTransport = (url: string): BusTransport => ({
  name: 'redis',
  async open({ onMessage: handleMessage, onLost: handleLost }) {
    const subscriber = createRedisClient(url, { isPersistent: false })
    const publisher = createRedisClient(url, { isPersistent: false })
    const channel = toBusChannel(url)
    const close = async (): Promise<void> => {
      for (const end of [subscriber, publisher]) end.disconnect()
    }
    subscriber.on('message', (_channel, text) => handleMessage(text))
    try {
      await Promise.all([subscriber.connect(), publisher.connect()])
      await subscriber.subscribe(channel)
    } catch (error) {
      await close()
      throw error
    }
    for (const end of [subscriber, publisher]) end.once('end', () => handleLost('the connection ended'))
    return {
      async send(texts) {
        await Promise.all(texts.map((text) => publisher.publish(channel, text)))
      },
      close,
    }
  },
})

export interface RedisRateStore extends RateStore {
  close(): Promise<void>
}

const toRateKey = (key: string): string => `espalier:rate:${key}`

/** Stores the servers' shared rate counts in Redis; each count expires with its window. */
export async function createRedisRateStore(url: string): Promise<RedisRateStore> {
  const client = createRedisClient(url, { isPersistent: true })
  // An outage at the start is like a later one: the client keeps reconnecting, and commands fail in the meantime.
  await client.connect().catch(() => {})
  return {
    async add(increments) {
      if (increments.length === 0) return []
      const batch = client.multi()
      for (const { key, by, windowMs } of increments) {
        batch.set(toRateKey(key), 0, 'PX', Math.max(1, windowMs), 'NX').incrby(toRateKey(key), by).pttl(toRateKey(key))
      }
      const answers = (await batch.exec()) ?? []
      const failure = answers.find(([error]) => error !== null)?.[0]
      if (failure != null) throw failure
      return increments.map((_tally, index) => ({
        count: Number(answers[index * 3 + 1]?.[1]),
        endsInMs: Math.max(0, Number(answers[index * 3 + 2]?.[1])),
      }))
    },
    async close() {
      client.disconnect()
    },
  }
}

import { Redis } from 'ioredis'
import type { RateStore } from '../../ports/rates.ts'
import type { BusTransport } from '../../reliability/bus-connection.ts'

interface RedisConnectionOptions {
  /** Connects again by itself whenever it is lost. */
  readonly isPersistent: boolean
}

const redisTimeouts = { connectMs: 2_000, commandMs: 1_000, longestRetryMs: 2_000 } as const

/**
 * Not connected yet. What is asked of it while it is away fails at once: nobody is to wait for what only saves work.
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
  // Unheard, an error would end the process; whoever asks something is told by the answer.
  client.on('error', () => {})
  return client
}

/** A server of another database number in the same Redis is none of ours. */
const toBusChannel = (url: string): string => `espalier:bus:${new URL(url).pathname.slice(1) || '0'}`

/** Publish and subscribe: two connections, because one that subscribes may say nothing else. */
export const createRedisBusTransport = (url: string): BusTransport => ({
  name: 'redis',
  async open({ onMessage: heard, onLost: lost }) {
    const ear = createRedisClient(url, { isPersistent: false })
    const mouth = createRedisClient(url, { isPersistent: false })
    const channel = toBusChannel(url)
    const close = async (): Promise<void> => {
      for (const end of [ear, mouth]) end.disconnect()
    }
    ear.on('message', (_channel, text) => heard(text))
    try {
      await Promise.all([ear.connect(), mouth.connect()])
      await ear.subscribe(channel)
    } catch (error) {
      await close()
      throw error
    }
    for (const end of [ear, mouth]) end.once('end', () => lost('the connection ended'))
    return {
      async send(texts) {
        await Promise.all(texts.map((text) => mouth.publish(channel, text)))
      },
      close,
    }
  },
})

export interface RedisRateStore extends RateStore {
  close(): Promise<void>
}

const toRateKey = (key: string): string => `espalier:rate:${key}`

/** The servers' shared counts in Redis: each goes by itself when its window ends. */
export async function createRedisRateStore(url: string): Promise<RedisRateStore> {
  const client = createRedisClient(url, { isPersistent: true })
  // Away at the start is as away later: it goes on trying, and whoever counts is refused meanwhile.
  await client.connect().catch(() => {})
  return {
    async add(tallies) {
      if (tallies.length === 0) return []
      const batch = client.multi()
      for (const { key, by, windowMs } of tallies) {
        batch.set(toRateKey(key), 0, 'PX', Math.max(1, windowMs), 'NX').incrby(toRateKey(key), by).pttl(toRateKey(key))
      }
      const answers = (await batch.exec()) ?? []
      const failure = answers.find(([error]) => error !== null)?.[0]
      if (failure != null) throw failure
      return tallies.map((_tally, index) => ({
        count: Number(answers[index * 3 + 1]?.[1]),
        endsInMs: Math.max(0, Number(answers[index * 3 + 2]?.[1])),
      }))
    },
    async close() {
      client.disconnect()
    },
  }
}

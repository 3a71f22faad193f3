import { Redis } from 'ioredis'

export interface RedisConnectionOptions {
  /** Connects again by itself whenever it is lost. */
  readonly isPersistent: boolean
}

const redisTimeouts = { connectMs: 2_000, commandMs: 1_000, longestRetryMs: 2_000 } as const

/**
 * Not connected yet. What is asked of it while it is away fails at once: nobody is to wait for what only saves work.
 */
export function createRedisClient(url: string, { isPersistent }: RedisConnectionOptions): Redis {
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

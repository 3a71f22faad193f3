import { Redis } from 'ioredis'

export interface RedisManner {
  /** Connects again by itself whenever it is lost. */
  readonly isPersistent: boolean
}

const times = { connectMs: 2_000, commandMs: 1_000, longestRetryMs: 2_000 } as const

/**
 * Not connected yet. What is asked of it while it is away fails at once: nobody is to wait for what only saves work.
 */
export function openRedis(url: string, { isPersistent }: RedisManner): Redis {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: times.connectMs,
    commandTimeout: times.commandMs,
    connectionName: 'espalier',
    retryStrategy: (attempts) => (isPersistent ? Math.min(100 * attempts, times.longestRetryMs) : null),
  })
  // Unheard, an error would end the process; whoever asks something is told by the answer.
  client.on('error', () => {})
  return client
}

import type { RateStore } from '../../ports/rates.ts'
import { createRedisClient } from './open-redis.ts'

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

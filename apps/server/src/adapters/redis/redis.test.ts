import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { outageContract } from '../../bus/outage.contract.ts'
import { wiredBus } from '../../bus/wired-bus.ts'
import { busContract } from '../../ports/bus.contract.ts'
import { rateStoreContract } from '../../ports/rate-store.contract.ts'
import { recordedLog } from '../../testing/recorded-log.ts'
import { startRedis, type RedisServer } from '../../testing/redis-server.ts'
import { redisRates, type RedisRates } from './redis-rates.ts'
import { redisWire } from './redis-wire.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())

async function openBus(url: string) {
  const bus = wiredBus({ wire: redisWire(url), log: recordedLog() })
  await bus.tried
  return bus
}

busContract({
  name: 'Redis',
  mostServers: 3,
  open: (servers) => Promise.all(Array.from({ length: servers }, () => openBus(redis.url))),
})

outageContract({
  name: 'Redis',
  wire: () => redisWire(redis.url),
  cut: () => redis.kill(),
  mend: () => redis.start(),
})

it('servers of another database number in the same Redis are not heard', async () => {
  const [own, foreign] = [await openBus(redis.url), await openBus(`${redis.url}/1`)]
  const heard: unknown[] = []
  own.listen((message) => heard.push(message))
  foreign.publish({ kind: 'presence-changed', projectId: 'theirs' })
  await foreign.close()
  const second = await openBus(redis.url)
  const told = new Promise((resolve) => own.listen(resolve))
  second.publish({ kind: 'presence-changed', projectId: 'ours' })
  await told
  expect(heard).toEqual([{ kind: 'presence-changed', projectId: 'ours' }])
  await Promise.all([own.close(), second.close()])
})

describe('shared counts in Redis', () => {
  let stores: [RedisRates, RedisRates]
  beforeAll(async () => {
    stores = [await redisRates(redis.url), await redisRates(redis.url)]
  })
  afterAll(() => Promise.all(stores.map((store) => store.close())))

  rateStoreContract(() => stores)

  it('nobody waits for a Redis that is away from the start', async () => {
    await redis.kill()
    const early = await redisRates(redis.url)
    const tally = [{ key: 'bea', by: 1, windowMs: 60_000 }]
    await expect(early.add(tally)).rejects.toThrow()
    await redis.start()
    await expect.poll(() => early.add(tally).catch(() => null), { timeout: 10_000 }).toMatchObject([{ count: 1 }])
    await early.close()
  })

  it('fails at once while Redis is away, and counts again when it is back', async () => {
    await redis.kill()
    const tally = [{ key: 'ann', by: 1, windowMs: 60_000 }]
    await expect(stores[0].add(tally)).rejects.toThrow()
    await redis.start()
    await expect.poll(() => stores[0].add(tally).catch(() => null), { timeout: 10_000 }).toMatchObject([{ count: 1 }])
  })
})

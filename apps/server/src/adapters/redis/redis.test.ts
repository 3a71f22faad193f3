import { type RedisServer, startRedisServer } from '@espalier/stand-ins/redis-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNetworkedBus } from '../../reliability/bus.ts'
import { busContract, busOutageContract } from '../../testing/contracts/bus.contract.ts'
import { rateStoreContract } from '../../testing/contracts/rate-store.contract.ts'
import { createRecordedLog } from '../../testing/recorded-log.ts'
import { createRedisBusTransport, createRedisRateStore, type RedisRateStore } from './redis.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedisServer()
})
afterAll(() => redis.stop())

async function openBus(url: string) {
  const bus = createNetworkedBus({ wire: createRedisBusTransport(url), log: createRecordedLog() })
  await bus.firstAttempt
  return bus
}

busContract({
  name: 'Redis',
  mostServers: 3,
  open: (servers) => Promise.all(Array.from({ length: servers }, () => openBus(redis.url))),
})

busOutageContract({
  name: 'Redis',
  wire: () => createRedisBusTransport(redis.url),
  cut: () => redis.kill(),
  restore: () => redis.start(),
})

it('does not receive events of servers with another database number in the same Redis', async () => {
  const [own, foreign] = [await openBus(redis.url), await openBus(`${redis.url}/1`)]
  const messages: unknown[] = []
  own.listen((message) => messages.push(message))
  foreign.publish({ kind: 'presence-changed', projectId: 'theirs' })
  await foreign.close()
  const second = await openBus(redis.url)
  const firstMessage = new Promise((resolve) => own.listen(resolve))
  second.publish({ kind: 'presence-changed', projectId: 'ours' })
  await firstMessage
  expect(messages).toEqual([{ kind: 'presence-changed', projectId: 'ours' }])
  await Promise.all([own.close(), second.close()])
})

describe('Shared rate counts in Redis', () => {
  let stores: [RedisRateStore, RedisRateStore]
  beforeAll(async () => {
    stores = [await createRedisRateStore(redis.url), await createRedisRateStore(redis.url)]
  })
  afterAll(() => Promise.all(stores.map((store) => store.close())))

  rateStoreContract(() => stores)

  it('fails at once when Redis is unavailable from the start', async () => {
    await redis.kill()
    const early = await createRedisRateStore(redis.url)
    const tally = [{ key: 'bea', by: 1, windowMs: 60_000 }]
    await expect(early.add(tally)).rejects.toThrow()
    await redis.start()
    await expect.poll(() => early.add(tally).catch(() => null), { timeout: 10_000 }).toMatchObject([{ count: 1 }])
    await early.close()
  })

  it('fails at once while Redis is unavailable and counts again when it is back', async () => {
    await redis.kill()
    const tally = [{ key: 'ann', by: 1, windowMs: 60_000 }]
    await expect(stores[0].add(tally)).rejects.toThrow()
    await redis.start()
    await expect.poll(() => stores[0].add(tally).catch(() => null), { timeout: 10_000 }).toMatchObject([{ count: 1 }])
  })
})

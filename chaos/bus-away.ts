import { setTimeout as pause } from 'node:timers/promises'
import { registered, type Person } from '../e2e/support/person.ts'
import { type RedisServer, startRedisServer } from '@espalier/stand-ins/redis-server.ts'
import { serverGroup, type Member, type ServerGroup } from '../e2e/support/several-servers.ts'
import { type Fault, largest, ms, type Outcome } from './fault.ts'

// Without a bus message a server polls the change log every three seconds.
const limits = { awayMs: 5_000, backMs: 1_000, recoveryMs: 20_000 }

interface Pair {
  readonly group: ServerGroup
  readonly one: Member
  readonly two: Member
  readonly person: Person
  readonly projectId: string
}

async function withPair<Value>(settings: Record<string, string>, work: (pair: Pair) => Promise<Value>): Promise<Value> {
  const group = await serverGroup()
  try {
    const [one, two] = await group.start(2, settings)
    if (one === undefined || two === undefined) throw new Error('no servers')
    const person = await registered(one.url, 'ann@example.com')
    return await work({ group, one, two, person, projectId: await person.createProject(one.url, 'Orchard') })
  } finally {
    await group.stop()
  }
}

/** Measures from the answer to a change on one server to its arrival on a socket of the other. */
async function hearing({ person, projectId, one, two }: Pair): Promise<number> {
  const socket = await person.watch(two.url, projectId)
  try {
    const made = await person.createNode(one.url, { projectId })
    const answered = performance.now()
    const received = socket.event(({ id, payload }) => {
      const node = payload.data?.['nodeCreated'] as { readonly id?: string } | undefined
      return id === 'nodeCreated' && node?.id === made
    })
    const came = await Promise.race([received, pause(limits.recoveryMs, null, { ref: false })])
    return came === null ? Number.POSITIVE_INFINITY : performance.now() - answered
  } finally {
    socket.close()
  }
}

async function untilDegraded({ one, two }: Pair, isDegraded: boolean): Promise<number> {
  const before = performance.now()
  while (performance.now() - before < limits.recoveryMs) {
    const answers = await Promise.all([one, two].map(async ({ url }) => (await fetch(`${url}/readyz`)).text()))
    if (answers.every((text) => text.includes('"bus"') === isDegraded)) return performance.now() - before
    await pause(50)
  }
  return Number.POSITIVE_INFINITY
}

/** A change may arrive before the servers listen again: then there is nothing to cut yet. */
async function cutOnceBack({ group }: Pair): Promise<void> {
  const before = performance.now()
  while ((await group.cutBus()) === 0) {
    if (performance.now() - before > limits.recoveryMs) throw new Error('no server listens again')
    await pause(50)
  }
}

const outcome = (name: string, times: readonly number[], limitMs: number): Outcome => ({
  name,
  figure: ms(largest(times)),
  limit: ms(limitMs),
  holds: largest(times) <= limitMs,
})

async function redisRounds(redis: RedisServer, pair: Pair, rounds: number): Promise<readonly Outcome[]> {
  const times = { away: [] as number[], recovered: [] as number[], back: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    await redis.kill()
    times.away.push(await hearing(pair))
    await untilDegraded(pair, true)
    times.away.push(await hearing(pair))
    await redis.start()
    times.recovered.push(await untilDegraded(pair, false))
    times.back.push(await hearing(pair))
  }
  return [
    outcome(`Redis killed ${rounds} times: a change is heard on the other server`, times.away, limits.awayMs),
    outcome('Redis back: both servers are no longer degraded', times.recovered, limits.recoveryMs),
    outcome('Redis back: a change is heard on the other server', times.back, limits.backMs),
  ]
}

export const busAway: Fault = async ({ busRounds }) => {
  const redis = await startRedisServer()
  const withRedis = await withPair({ REDIS_URL: redis.url }, (pair) => redisRounds(redis, pair, busRounds)).finally(
    () => redis.stop(),
  )
  const withPostgres = await withPair({}, async (pair) => {
    const times: number[] = []
    for (let round = 0; round < busRounds; round += 1) {
      await cutOnceBack(pair)
      times.push(await hearing(pair))
    }
    return outcome(`LISTEN cut ${busRounds} times: a change is heard on the other server`, times, limits.awayMs)
  })
  return [...withRedis, withPostgres]
}

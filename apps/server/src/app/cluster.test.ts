import { createAwaitedList } from '@espalier/stand-ins/awaited-list.ts'
import { testDatabase } from '@espalier/postgres/testing'
import { expect, it } from 'vitest'
import type { Bus } from '../ports/bus.ts'
import { createPostgresBusTransport } from '../adapters/postgres/postgres.ts'
import { readConfig } from '../config/config.ts'
import { createInProcessBus, createNetworkedBus } from '../reliability/bus.ts'
import { createRecordedLog } from '../testing/recorded-log.ts'
import { createSocketRegistry } from '../transport/sockets/socket-registry.ts'
import { closeEndedSessions, composeCluster } from './cluster.ts'
import { createShutdownHooks } from './shutdown.ts'

function openServer(endedAmong: (ids: readonly string[]) => Promise<readonly string[]>) {
  const closed = createAwaitedList<string>()
  const sockets = createSocketRegistry({ hasLimits: false })
  for (const sessionId of ['one', 'two', null]) {
    sockets.add({ address: '', personId: sessionId, sessionId, close: () => closed.push(String(sessionId)) })
  }
  const log = createRecordedLog()
  const missed = new Set<() => void>()
  const bus: Bus = { ...createInProcessBus(log), onMissed: (listener) => (missed.add(listener), () => undefined) }
  closeEndedSessions({ bus, sockets, log, endedAmong })
  return { closed, log, bus, miss: () => missed.forEach((listener) => listener()) }
}

it('closes the sockets of a session that ended on another server and no others', () => {
  const server = openServer(async () => [])
  server.bus.publish({ kind: 'sessions-ended', sessionIds: ['two', 'three'] })
  server.bus.publish({ kind: 'presence-changed', projectId: 'p' })
  expect(server.closed.items).toEqual(['two'])
})

it('checks after a gap which of its sessions ended unnoticed', async () => {
  const asked = createAwaitedList<readonly string[]>()
  const server = openServer(async (ids) => {
    asked.push(ids)
    return ['one']
  })
  server.miss()
  expect(await server.closed.atLeast(1)).toEqual(['one'])
  expect(asked.items).toEqual([['one', 'two']])
})

it('signs nobody out and logs it when the check is not possible', async () => {
  const server = openServer(() => Promise.reject(new Error('away')))
  server.miss()
  await server.log.line('sessions could not be asked for; each socket asks within a minute')
  expect(server.closed.items).toEqual([])
})

it('lets a command reach the only server of an embedded database, which itself sends nothing there', async () => {
  const test = await testDatabase([])
  const log = createRecordedLog()
  const started = createShutdownHooks(log)
  const pools = { signIn: test.pool, reads: test.pool, writes: test.pool, jobs: test.pool }
  const { bus } = await composeCluster(readConfig({}, '/tmp'), pools, log, started)
  const [received, sent] = [createAwaitedList<string>(), createAwaitedList<string>()]
  bus.listen(({ kind }) => received.push(kind))
  const command = createNetworkedBus({ wire: createPostgresBusTransport(test.pool), log })
  await command.firstAttempt
  command.listen(({ kind }) => sent.push(kind))
  bus.publish({ kind: 'presence-changed', projectId: 'p' })
  command.publish({ kind: 'sessions-ended', sessionIds: ['one'] })
  expect(await received.atLeast(2)).toEqual(['presence-changed', 'sessions-ended'])
  expect(sent.items).toEqual(['sessions-ended'])
  await command.close()
  await started.stop()
  await test.drop()
})

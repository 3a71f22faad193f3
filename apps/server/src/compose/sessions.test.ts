import { expect, it } from 'vitest'

import { recordedLog } from '../testing/recorded-log.ts'
import type { Bus, BusMessage } from '../ports/bus.ts'
import { createSocketRegistry } from '../transport/sockets/registry.ts'
import { closeEndedSessions } from './sessions.ts'

function openServer(endedAmong: (ids: readonly string[]) => Promise<readonly string[]>) {
  const closed: string[] = []
  const sockets = createSocketRegistry({ hasLimits: false })
  for (const sessionId of ['one', 'two', null]) {
    sockets.add({ address: '', personId: sessionId, sessionId, close: () => void closed.push(String(sessionId)) })
  }
  let hear: (message: BusMessage) => void = () => {}
  let miss: () => void = () => {}
  const bus: Bus = {
    publish: () => {},
    listen: (listener) => ((hear = listener), () => {}),
    onMissed: (listener) => ((miss = listener), () => {}),
    close: async () => {},
  }
  const log = recordedLog()
  closeEndedSessions({ bus, sockets, log, endedAmong })
  return { closed, log, hear: (message: BusMessage) => hear(message), miss: () => miss() }
}

it('a session that ended elsewhere has its sockets closed here, and nobody else has', () => {
  const server = openServer(async () => [])
  server.hear({ kind: 'sessions-ended', sessionIds: ['two', 'three'] })
  server.hear({ kind: 'presence-changed', projectId: 'p' })
  expect(server.closed).toEqual(['two'])
})

it('after a gap it asks which of its sessions ended unheard', async () => {
  let tell: (ids: readonly string[]) => void = () => {}
  const asked = new Promise<readonly string[]>((resolve) => (tell = resolve))
  const server = openServer(async (ids) => {
    tell(ids)
    return ['one']
  })
  server.miss()
  expect(await asked).toEqual(['one', 'two'])
  await expect.poll(() => server.closed).toEqual(['one'])
})

it('where it cannot ask, nobody is signed out, and it is told', async () => {
  const server = openServer(() => Promise.reject(new Error('away')))
  server.miss()
  await server.log.line('sessions could not be asked for; each socket asks within a minute')
  expect(server.closed).toEqual([])
})

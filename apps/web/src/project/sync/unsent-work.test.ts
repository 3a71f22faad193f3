import 'fake-indexeddb/auto'
import { aRecord } from '@espalier/sync/testing'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startCopy } from '../../api/device-storage.ts'
import { deviceRecords } from '../../api/session/guard-copies.ts'
import { auth } from '../../api/session/session.ts'
import { listUnsentWork, sendUnsentWork, storeUnsentWork } from '../../api/unsent-work.ts'
import { adaId, type FakeOperation } from '../../testing/fake-api.ts'
import {
  jsonResponse,
  type RecordedCall,
  resetPage,
  signedInReply,
  stubNetwork,
  whoamiPath,
} from '../../testing/network.ts'
import { openProject } from './open-project-lazily.ts'
import { nodeApi } from './testing/node-api.ts'

const edit = { nodeId: 'a', projectId: 'project', change: { status: 'done' } } as const

/** A server that can be out of reach, or refuse. */
async function openServer() {
  const server = { isAway: false, refusal: null as string | null, changes: [] as unknown[] }
  const answer = ({ operationName, variables }: FakeOperation): object => {
    if (operationName === 'DeviceKeys')
      return { data: { account: { id: 'account-1', deviceKeys: [btoa('k'.repeat(32))] } } }
    server.changes.push(variables)
    return server.refusal === null
      ? { data: { updateNode: { id: 'a' } } }
      : { data: null, errors: [{ message: 'no', extensions: { code: server.refusal } }] }
  }
  stubNetwork({
    [whoamiPath]: signedInReply('active'),
    '/graphql/': (call: RecordedCall) => {
      if (server.isAway) throw new TypeError('Failed to fetch')
      return jsonResponse(200, (call.body as readonly FakeOperation[]).map(answer))
    },
  })
  await auth.check()
  await startCopy(adaId)
  return server
}

const readStored = async () => (await deviceRecords?.read(({ all }) => all('unsent:'))) ?? []

beforeEach(() => resetPage())
afterEach(async () => {
  await deviceRecords?.write(async ({ names, remove }) => (await names('')).forEach(remove))
  window.localStorage.clear()
})

describe('work that was marked without a network', () => {
  it('keeps offline work on the device, encrypted, and sends it once when the server is back', async () => {
    const server = await openServer()
    server.isAway = true
    expect(await storeUnsentWork(adaId, edit)).toBe(true)
    expect(JSON.stringify(await readStored())).not.toContain('done')
    expect([...(await listUnsentWork(adaId))]).toEqual(['a'])
    expect(await sendUnsentWork(adaId)).toBe(false)
    server.isAway = false
    expect(await sendUnsentWork(adaId)).toBe(true)
    expect(server.changes).toEqual([{ id: 'a', data: { status: 'done' } }])
    expect(await sendUnsentWork(adaId)).toBe(false)
    expect([...(await listUnsentWork(adaId))]).toEqual([])
  })

  it('replaces offline work by a later change of the same node, and drops it when the server refuses it', async () => {
    const server = await openServer()
    await storeUnsentWork(adaId, edit)
    await storeUnsentWork(adaId, { ...edit, change: { status: 'todo', stageId: 's' } })
    expect(await readStored()).toHaveLength(1)
    server.refusal = 'FORBIDDEN'
    await sendUnsentWork(adaId)
    expect(server.changes).toEqual([{ id: 'a', data: { status: 'todo', stageId: 's' } }])
    expect(await readStored()).toEqual([])
  })

  it('sends offline work when somebody opens the project on the device', async () => {
    await openServer()
    await storeUnsentWork(adaId, edit)
    const api = nodeApi([aRecord('root'), aRecord('a', ['root'])])
    Object.assign(api.project, { owner: adaId })
    stubNetwork({ '/graphql/': api.reply, [whoamiPath]: signedInReply('active') })
    const opening = await openProject('project')
    if (opening.kind !== 'open') throw new Error(opening.kind)
    opening.allowEditing(true)
    await waitFor(() => expect(opening.client.node('a')?.status).toBe('done'))
    await waitFor(async () => expect(await readStored()).toEqual([]))
    expect(opening.client.saving.get().kind).toBe('saved')
    opening.client.close()
  })
})

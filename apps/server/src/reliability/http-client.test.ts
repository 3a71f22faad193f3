import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { withGarbageCollection } from '../testing/collect-garbage.ts'
import { readBodyChunks } from './http-client.ts'
import { waitAtMost, withTimeout } from './timeout.ts'

async function serving(listener: RequestListener): Promise<{ url: string; stop(): void }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => (server.closeAllConnections(), server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: '{}', signal })
  let text = ''
  for await (const chunk of readBodyChunks(answer, signal)) text += new TextDecoder().decode(chunk)
  return text
}

const wait = (signal: AbortSignal) => pause(10_000, undefined, { signal })

const refuseLate = () => {
  throw new RangeError('too late')
}

describe('Work with a timeout', () => {
  it('returns the result and leaves no listener on the other signals', async () => {
    const other = new AbortController()
    let limit: AbortSignal | null = null
    const end = await withTimeout(10, async (signal) => ((limit = signal), 'done'), other.signal)
    other.abort()
    await pause(20)
    expect([end, limit]).toMatchObject(['done', { aborted: false }])
  })

  it('work is aborted by the timeout, by another signal and by one that is already aborted', async () => {
    await expect(withTimeout(10, wait)).rejects.toMatchObject({ cause: { name: 'TimeoutError' } })
    const other = new AbortController()
    const ended = expect(withTimeout(10_000, wait, other.signal)).rejects.toMatchObject({ cause: 'enough' })
    other.abort('enough')
    await ended
    await expect(withTimeout(10_000, wait, other.signal)).rejects.toMatchObject({ cause: 'enough' })
  })

  it.each<[string, RequestListener]>([
    ['says nothing at all', () => {}],
    ['falls silent in the middle', (_, response) => void response.write('half')],
  ])('times out for a service that %s, even after a garbage collection', async (_, listener) => {
    const { url, stop } = await serving(listener)
    const { signal } = new AbortController()
    const asked = Array.from({ length: 5 }, () => withTimeout(300, (limit) => fetchText(url, limit), signal))
    const ends = await withGarbageCollection(Promise.allSettled(asked))
    expect(ends.map((end) => end.status === 'rejected' && (end.reason as Error).name)).toEqual(
      Array.from({ length: 5 }, () => 'TimeoutError'),
    )
    stop()
  })

  it('work that takes too long goes on, and its caller gets the late result', async () => {
    let isDone = false
    const work = pause(40).then(() => (isDone = true))
    expect([await waitAtMost(5, work, () => 'late'), isDone]).toEqual(['late', false])
    expect([await waitAtMost(10_000, work, () => 'late'), isDone]).toEqual([true, true])
    await expect(waitAtMost(5, pause(40), refuseLate)).rejects.toThrow('too late')
    await expect(waitAtMost(10_000, Promise.reject(new Error('broken')), refuseLate)).rejects.toThrow('broken')
  })

  it('closes the connection when the reader stops', async () => {
    let isClosed = false
    const { url, stop } = await serving((_, response) => {
      response.once('close', () => void (isClosed = true))
      response.write('one')
    })
    const { signal } = new AbortController()
    for await (const chunk of readBodyChunks(await fetch(url, { signal }), signal)) {
      expect(new TextDecoder().decode(chunk)).toBe('one')
      break
    }
    await expect.poll(() => isClosed).toBe(true)
    stop()
  })
})

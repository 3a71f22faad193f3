import { describe, expect, it } from 'vitest'
import { openPushedPath, readPushMessage } from './push-message.ts'

const message = { title: 'Espalier', body: 'Ada mentioned you', tag: 'n', path: '/tree/p1#node=n' }

describe('a push message', () => {
  it('reads a push message as the server has sent it', () => {
    expect(readPushMessage(JSON.stringify({ ...message, more: 1 }))).toEqual(message)
  })

  it.each([
    '',
    'null',
    '{}',
    JSON.stringify({ ...message, body: 7 }),
    JSON.stringify({ ...message, path: 'https://evil.example/tree/p1' }),
    JSON.stringify({ ...message, path: '//evil.example/tree/p1' }),
    JSON.stringify({ ...message, path: '/tree/p1/../../logout' }),
  ])('is not shown if it is %s', (text) => {
    expect(readPushMessage(text)).toBeNull()
  })
})

const press = async (urls: readonly string[], path: string) => {
  const done: string[] = []
  const tabs = urls.map((url) => ({
    url,
    focus: async () => void done.push(`focus ${url}`),
    navigate: async (address: string) => void done.push(`go to ${address}`),
  }))
  const clients = {
    matchAll: async () => tabs,
    openWindow: async (address: string) => void done.push(`open ${address}`),
  }
  const scope = { clients, location: { origin: 'https://app.example' } } as unknown as ServiceWorkerGlobalScope
  await openPushedPath(scope, path)
  return done
}

describe('a press on a message', () => {
  it('opens a new window, unless a tab shows the project', async () => {
    const address = 'https://app.example/tree/p1#node=n'
    expect(await press(['https://app.example/tree/p2'], '/tree/p1#node=n')).toEqual([`open ${address}`])
    expect(await press(['https://app.example/tree/p1#pan=1'], '/tree/p1#node=n')).toEqual([
      'focus https://app.example/tree/p1#pan=1',
      `go to ${address}`,
    ])
  })
})

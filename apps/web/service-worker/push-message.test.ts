import { describe, expect, it } from 'vitest'
import { readPushMessage } from './push-message.ts'

const message = { title: 'Espalier', body: 'Ada mentioned you', tag: 'n', path: '/tree/p1#node=n' }

describe('a push message', () => {
  it('is read as the server has sent it', () => {
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

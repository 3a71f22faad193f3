import { describe, expect, it } from 'vitest'
import { redactAddress, redactStack, redactText } from './telemetry.ts'

describe('redacted telemetry', () => {
  it.each([
    ['/projects#inbox&search=secret', '/projects'],
    ['/tree/9b2f3a94-0000-4000-8000-000000000000?x=ada@example.com#node=1', '/tree/:id'],
    ['/feedback/p/12-my-secret-wish', '/feedback/p/:id'],
    ['/projects/edit/1', '/projects/edit/:id'],
    ['/join/a-secret-token', '/join/:id'],
    ['/Ada-Lovelace', '/:id'],
    ['', '/'],
    ['/a/b/c/d/e/f/g/h', '/:id/:id/:id/:id/:id/:id'],
  ])('redacts the address %s to %s', (address, place) => {
    expect(redactAddress(address)).toBe(place)
  })

  it.each([
    ['[Network error]: Failed to fetch', '[Network error]: Failed to fetch'],
    ['no account for ada@example.com', 'no account for :email'],
    ['GET https://api.example.com/x?token=abc failed', 'GET :url failed'],
    ['Cannot read "Secret plan" of node 9b2f3a94-0000-4000-8000-000000000000', 'Cannot read :text of node :id'],
    ['token eyJhbGciOiJIUzI1NiJ9abcdefghijk and 4111111111111111', 'token :id and :number'],
  ])('redacts the text %j to %j', (text, redacted) => {
    expect(redactText(text)).toBe(redacted)
  })

  it('limits the length of a text', () => {
    expect(redactText('word '.repeat(10_000)).length).toBeLessThanOrEqual(300)
  })

  it('reduces a stack to names and files without a machine’s paths', () => {
    const stack = `Error: Ada's plan
    at openBoard (/home/ada/espalier/apps/server/src/features/live/rooms.ts:12:5)
    at async run (file:///home/ada/espalier/node_modules/pg/lib/client.js:7:1)
    at https://espalier.example/assets/index-1a2b.js?x=ada:1:200
    at node:internal/process:95:5
draw@https://espalier.example/assets/tree-9.js:3:4`
    expect(redactStack(stack)).toEqual([
      { name: 'draw', file: 'assets/tree-9.js', line: 3 },
      { name: '', file: 'node:internal/process', line: 95 },
      { name: '', file: 'assets/index-1a2b.js', line: 1 },
      { name: 'async run', file: 'node_modules/pg/lib/client.js', line: 7 },
      { name: 'openBoard', file: 'apps/server/src/features/live/rooms.ts', line: 12 },
    ])
    expect(JSON.stringify(redactStack(stack))).not.toMatch(/ada|home/i)
  })
})

import { describe, expect, it } from 'vitest'
import { deriveApiHost, getClientNetwork, resolveRedirect } from './hosts.ts'

it.each([
  ['example.com', 'api.example.com'],
  ['app.example.com', 'api.example.com'],
  ['a.b.c.example.com', 'api.example.com'],
  ['app.example.com.', 'api.example.com'],
  ['api.example.com', 'api.example.com'],
  ['localhost', 'localhost'],
  ['espalier.localhost', 'espalier.localhost'],
  ['planner', 'planner'],
  ['192.168.1.20', '192.168.1.20'],
  ['[::1]', '[::1]'],
  ['::1', '::1'],
])('derives for a page on %s the API host %s', (page, api) => {
  expect(deriveApiHost(page)).toBe(api)
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts the address %s as the network %s', (address, network) => {
  expect(getClientNetwork(address)).toBe(network)
})

it.each(['', 'unknown', '1:2', '1::2::3', ':::', '1:2:3:4:5:6:7:8:9', 'g::1', `${'1:'.repeat(5000)}1`])(
  'returns a text that is no address unchanged: %j',
  (text) => {
    expect(getClientNetwork(text)).toBe(text)
  },
)

it('counts all addresses of one /64 together, and of two separately', () => {
  const networks = Array.from({ length: 60 }, (_, at) => getClientNetwork(`2001:db8:7:7::${at.toString(16)}`))
  expect(new Set(networks).size).toBe(1)
  expect(getClientNetwork('2001:db8:7:8::1')).not.toBe(networks[0])
})

const own = { origin: 'https://app.example.com', hosts: ['app.example.com', 'api.example.com', 'app.test.example'] }
const home = { kind: 'path', path: '/projects' }

describe('redirect after sign-in', () => {
  it.each([
    ['/tree/1', '/tree/1'],
    ['/tree/1?a=b#node=2', '/tree/1?a=b#node=2'],
    ['tree/1', '/tree/1'],
    ['https://app.example.com/user', '/user'],
    ['/a/../b', '/b'],
    ['?x=1', '/?x=1'],
  ])('turns %s on our own origin into a path', (value, path) => {
    expect(resolveRedirect(value, own)).toEqual({ kind: 'path', path })
  })

  it.each(['https://api.example.com/trial', 'https://app.test.example/projects'])(
    'follows %s on our own host',
    (url) => {
      expect(resolveRedirect(url, own)).toEqual({ kind: 'url', url })
    },
  )

  it.each([
    null,
    undefined,
    '',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https://app.example.com//evil.example',
    'https://evil.example',
    'http://api.example.com/trial',
    'https://api.example.com.evil.example/',
    'https://api.example.com@evil.example/',
    'https://user:pass@api.example.com/',
    'https://api.example.com:444/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://app.example.com/1',
    'ftp://api.example.com/',
    'http://[',
    ' https://evil.example',
  ])('leads a hostile or empty %j to the home page', (value) => {
    expect(resolveRedirect(value, own)).toEqual(home)
  })
})

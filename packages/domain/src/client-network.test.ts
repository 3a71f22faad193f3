import { expect, it } from 'vitest'
import { getClientNetwork } from './client-network.ts'

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
])('counts %s as %s', (address, network) => {
  expect(getClientNetwork(address)).toBe(network)
})

it.each(['', 'unknown', '1:2', '1::2::3', ':::', '1:2:3:4:5:6:7:8:9', 'g::1', `${'1:'.repeat(5000)}1`])(
  'leaves what is no address as it is: %j',
  (text) => {
    expect(getClientNetwork(text)).toBe(text)
  },
)

it('counts all addresses of one /64 together, and of two apart', () => {
  const networks = Array.from({ length: 60 }, (_, at) => getClientNetwork(`2001:db8:7:7::${at.toString(16)}`))
  expect(new Set(networks).size).toBe(1)
  expect(getClientNetwork('2001:db8:7:8::1')).not.toBe(networks[0])
})

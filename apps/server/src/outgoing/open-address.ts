import { BlockList, isIP } from 'node:net'

type Network = readonly [string, number]

function createBlockList(family: 'ipv4' | 'ipv6', networks: readonly Network[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}

/** Loopback, private, shared, link-local, documentation, multicast and what is kept for later. */
const closedIpv4 = createBlockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])
const publicIpv6 = createBlockList('ipv6', [['2000::', 3]])
/** Ways that lead on to an IPv4 address, and what is for documentation. */
const closedIpv6 = createBlockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** Whether an address lies in the open internet: whoever names a host must not reach what only this machine can. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closedIpv4.check(address, 'ipv4')
  if (version !== 6 || address.includes('%')) return false
  return publicIpv6.check(address, 'ipv6') && !closedIpv6.check(address, 'ipv6')
}

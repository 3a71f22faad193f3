import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { getClientNetwork } from '@espalier/domain'
import { isLoopbackName } from '../config/hosts.ts'

/** An IPv4-mapped IPv6 address and its IPv4 address are the same caller. */
const unmapIpv4Address = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

export interface TrustedProxies {
  trusts(address: string): boolean
  /** The address that limits count: the nearest one that is not a trusted proxy, reduced to its network. */
  getClientAddress(request: IncomingMessage): string
}

export function createTrustedProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  const trusts = (address: string): boolean => {
    const plain = unmapIpv4Address(address)
    if (isIPv4(plain)) return list.check(plain, 'ipv4')
    return isIPv6(plain) && list.check(plain, 'ipv6')
  }
  return {
    trusts,
    getClientAddress(request) {
      const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      const hops = [...forwarded.split(',').map((hop) => hop.trim()), request.socket.remoteAddress ?? '']
      while (hops.length > 1 && trusts(hops.at(-1) ?? '')) hops.pop()
      return getClientNetwork(hops.at(-1) ?? '')
    },
  }
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Whether the caller is on this machine and not behind a proxy. The Host header must be a loopback name as well:
 * otherwise a page elsewhere could point its own name at 127.0.0.1 and read the response.
 */
export function isLocalCaller(request: IncomingMessage): boolean {
  const { headers, socket } = request
  if (forwardingHeaders.some((name) => headers[name] !== undefined)) return false
  const hostname = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return isLoopbackName(unmapIpv4Address(socket.remoteAddress ?? '')) && isLoopbackName(hostname.toLowerCase())
}

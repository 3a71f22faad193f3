import { BlockList, isIP } from 'node:net'

import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')

const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** A caller on this machine, not a stranger behind a proxy on it, nor a page whose name was made to lead here. */
export function isLocalCaller({ headers, socket, host }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const family = isIP(address)
  if (family === 0 || !loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')) return false
  if (forwarded.some((name) => headers[name] !== undefined)) return false
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)
}

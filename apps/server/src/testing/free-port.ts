import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A port of the loopback address that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  holder.close()
  await once(holder, 'close')
  return port
}

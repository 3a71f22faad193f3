import type { BusTransport } from '../../bus/wire.ts'
import { createRedisClient } from './open-redis.ts'

/** A server of another database number in the same Redis is none of ours. */
const toBusChannel = (url: string): string => `espalier:bus:${new URL(url).pathname.slice(1) || '0'}`

/** Publish and subscribe: two connections, because one that subscribes may say nothing else. */
export const createRedisBusTransport = (url: string): BusTransport => ({
  name: 'redis',
  async open({ onMessage: heard, onLost: lost }) {
    const ear = createRedisClient(url, { isPersistent: false })
    const mouth = createRedisClient(url, { isPersistent: false })
    const channel = toBusChannel(url)
    const close = async (): Promise<void> => {
      for (const end of [ear, mouth]) end.disconnect()
    }
    ear.on('message', (_channel, text) => heard(text))
    try {
      await Promise.all([ear.connect(), mouth.connect()])
      await ear.subscribe(channel)
    } catch (error) {
      await close()
      throw error
    }
    for (const end of [ear, mouth]) end.once('end', () => lost('the connection ended'))
    return {
      async send(texts) {
        await Promise.all(texts.map((text) => mouth.publish(channel, text)))
      },
      close,
    }
  },
})

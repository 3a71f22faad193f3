import type { Wire } from '../../bus/wire.ts'
import { openRedis } from './open-redis.ts'

/** A server of another database number in the same Redis is none of ours. */
const channelOf = (url: string): string => `espalier:bus:${new URL(url).pathname.slice(1) || '0'}`

/** Publish and subscribe: two connections, because one that subscribes may say nothing else. */
export const redisWire = (url: string): Wire => ({
  name: 'redis',
  async open({ heard, lost }) {
    const ear = openRedis(url, { isPersistent: false })
    const mouth = openRedis(url, { isPersistent: false })
    const channel = channelOf(url)
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

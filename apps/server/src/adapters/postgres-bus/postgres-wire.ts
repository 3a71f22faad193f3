import type { Pool, PoolClient } from 'pg'

import type { BusTransport } from '../../bus/wire.ts'

/** One name for all servers of a database; another database's servers do not hear it. */
const busChannel = 'espalier_bus'

/** LISTEN and NOTIFY, on one connection that is kept for it. */
export const createPostgresBusTransport = (pool: Pool): BusTransport => ({
  name: 'postgresql',
  async open({ onMessage: heard, onLost: lost }) {
    const client: PoolClient = await pool.connect()
    let isReleased = false
    // Given back as broken: the next user of a connection that listens would collect what it never reads.
    const release = (): void => {
      if (!isReleased) client.release(true)
      isReleased = true
    }
    client.on('notification', ({ payload = '' }) => heard(payload))
    client.on('error', ({ message }) => {
      release()
      lost(message)
    })
    client.on('end', () => {
      release()
      lost('the connection ended')
    })
    try {
      await client.query(`listen ${busChannel}`)
    } catch (error) {
      release()
      throw error
    }
    return {
      async send(texts) {
        await client.query({
          name: 'notify',
          text: `select pg_notify('${busChannel}', said) from unnest($1::text[]) as said`,
          values: [texts],
        })
      },
      async close() {
        release()
      },
    }
  },
})

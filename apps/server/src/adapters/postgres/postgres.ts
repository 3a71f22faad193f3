import type { Pool, PoolClient } from 'pg'
import type { RateCount, RateStore } from '../../ports/rates.ts'
import type { BusTransport } from '../../reliability/bus-connection.ts'

/** All servers of a database use one name; servers of another database do not receive it. */
const busChannel = 'espalier_bus'

/** Uses LISTEN and NOTIFY on one dedicated connection. */
export const createPostgresBusTransport = (pool: Pool): BusTransport => ({
  name: 'postgresql',
  async open({ onMessage: handleMessage, onLost: handleLost }) {
    const client: PoolClient = await pool.connect()
    let isReleased = false
    // The connection is discarded: its next user would collect notifications that nobody reads.
    const release = (): void => {
      if (!isReleased) client.release(true)
      isReleased = true
    }
    client.on('notification', ({ payload = '' }) => handleMessage(payload))
    client.on('error', ({ message }) => {
      release()
      handleLost(message)
    })
    client.on('end', () => {
      release()
      handleLost('the connection ended')
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

// Keys are locked in order: two servers that add the same keys in different orders would deadlock.
const addCountsSql = `
  with given as (
    select key, by, window_ms * interval '1 millisecond' as length
    from unnest($1::text[], $2::integer[], $3::integer[]) as given(key, by, window_ms) order by key
  )
  insert into rate_counts as known (key, count, ends_at)
  select key, by, clock_timestamp() + length from given
  on conflict (key) do update set
    count = case when known.ends_at <= clock_timestamp() then excluded.count else known.count + excluded.count end,
    ends_at = case when known.ends_at <= clock_timestamp() then excluded.ends_at else known.ends_at end
  returning key, count, greatest(0, ceil(extract(epoch from ends_at - clock_timestamp()) * 1000))::integer as "endsInMs"`

/** Stores the servers' shared rate counts in PostgreSQL. */
export const createPostgresRateStore = (pool: Pool): RateStore => ({
  async add(increments) {
    if (increments.length === 0) return []
    const { rows } = await pool.query<RateCount & { readonly key: string }>({
      name: 'add rate counts',
      text: addCountsSql,
      values: [
        increments.map(({ key }) => key),
        increments.map(({ by }) => by),
        increments.map(({ windowMs }) => windowMs),
      ],
    })
    const found = new Map(rows.map(({ key, count, endsInMs }) => [key, { count, endsInMs }]))
    return increments.map(({ key, by, windowMs }) => found.get(key) ?? { count: by, endsInMs: windowMs })
  },
})

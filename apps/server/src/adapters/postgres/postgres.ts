import type { Pool, PoolClient } from 'pg'
import type { RateCount, RateStore } from '../../ports/rates.ts'
import type { BusTransport } from '../../reliability/bus-connection.ts'

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

// In the order of the keys: two servers that add the same ones in another order would wait for each other.
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

/** The servers' shared counts in PostgreSQL. */
export const createPostgresRateStore = (pool: Pool): RateStore => ({
  async add(tallies) {
    if (tallies.length === 0) return []
    const { rows } = await pool.query<RateCount & { readonly key: string }>({
      name: 'add rate counts',
      text: addCountsSql,
      values: [tallies.map(({ key }) => key), tallies.map(({ by }) => by), tallies.map(({ windowMs }) => windowMs)],
    })
    const found = new Map(rows.map(({ key, count, endsInMs }) => [key, { count, endsInMs }]))
    return tallies.map(({ key, by, windowMs }) => found.get(key) ?? { count: by, endsInMs: windowMs })
  },
})

import type { Pool } from 'pg'

import type { RateCount, RateStore } from '../../ports/rates.ts'

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

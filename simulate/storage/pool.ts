import type { Pool } from 'pg'
import type { Backend, Outcome } from './connections.ts'

/**
 * The connection between a server and the database: both directions take time, and a crashed server receives nothing.
 */
export interface Wire {
  /** Sends the statement; `then` runs if the server is still alive. */
  carry(backend: Backend, text: string, values: readonly unknown[], then: (outcome: Outcome) => void): void
  open(): Backend
}

type QueryInput = string | { readonly text: string; readonly values?: readonly unknown[] }

interface Result {
  readonly command: string
  readonly rowCount: number
  readonly rows: readonly object[]
}

interface Connection {
  query(asked: QueryInput, values?: readonly unknown[]): Promise<Result>
  on(): void
  off(): void
  release(): void
}

function connectionOn(wire: Wire): Connection {
  const backend = wire.open()
  return {
    query: (asked, given) =>
      new Promise((resolve, reject) => {
        const { text, values = given ?? [] } = typeof asked === 'string' ? { text: asked } : asked
        wire.carry(backend, text, values, (outcome) => {
          if (!outcome.ok) return reject(outcome.error)
          const { rows } = outcome
          resolve({ command: text.trim().split(' ', 1)[0]?.toUpperCase() ?? '', rowCount: rows.length, rows })
        })
      }),
    on() {},
    off() {},
    release() {},
  }
}

/** The part of a pool of PostgreSQL connections that the product uses. */
export function createPool(wire: Wire): Pool {
  const pool = {
    connect: () => Promise.resolve(connectionOn(wire)),
    query: (asked: QueryInput, values?: readonly unknown[]) => connectionOn(wire).query(asked, values),
  }
  return pool as unknown as Pool
}

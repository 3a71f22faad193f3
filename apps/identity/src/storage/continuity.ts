import { randomUUID } from 'node:crypto'
import { isUuid } from '@espalier/domain'
import { cookieNames, type Cookies } from '../protocol/cookies.ts'
import { type Sealer } from '../protocol/crypto.ts'
import { isJsonObject, type JsonObject } from '../protocol/json.ts'
import type { SqlClient } from './database.ts'

/** Limits the open pauses of one browser, because the cookie would grow with each of them. */
const maxOpenPauses = 5

const readContinuityIds = (cookies: Cookies): string[] =>
  (cookies.get(cookieNames.continuity) ?? '').split('.').filter(isUuid).slice(-maxOpenPauses)

export interface Continuity {
  /**
   * Stores the payload, sealed, and sets the cookie that leads back to it. Earlier pauses stay open: settings wait for
   * a sign-in, and that sign-in may itself wait for a social provider.
   */
  pause(pause: {
    readonly cookies: Cookies
    readonly purpose: string
    readonly payload: JsonObject
    /** Null while nobody is signed in yet. */
    readonly identityId: string | null
    readonly lifespanMs: number
    readonly now: Date
  }): Promise<void>
  /**
   * Returns the payload once and deletes the record. Null if it belongs to another person or purpose, or has expired.
   */
  resume(resume: {
    readonly cookies: Cookies
    readonly purpose: string
    readonly identityId: string | null
    readonly now: Date
  }): Promise<JsonObject | null>
}

interface ContinuityRow {
  readonly id: string
  readonly sealed_payload: string
  readonly expires_at: Date
}

export function createContinuity(db: SqlClient, sealer: Sealer): Continuity {
  return {
    async pause({ cookies, purpose, payload, identityId, lifespanMs, now }) {
      const id = randomUUID()
      await db.query(
        `insert into identity.continuity (id, purpose, identity_id, sealed_payload, expires_at)
         values ($1, $2, $3, $4, $5)`,
        [
          id,
          purpose,
          identityId,
          sealer.seal(`continuity ${purpose}`, JSON.stringify(payload)),
          new Date(now.getTime() + lifespanMs),
        ],
      )
      cookies.set(
        cookieNames.continuity,
        [...readContinuityIds(cookies), id].slice(-maxOpenPauses).join('.'),
        lifespanMs / 1000,
      )
    },
    async resume({ cookies, purpose, identityId, now }) {
      const ids = readContinuityIds(cookies)
      if (ids.length === 0) return null
      const { rows } = await db.query<ContinuityRow>(
        `delete from identity.continuity where id = any($1::uuid[]) and purpose = $2 and expires_at > $3
           and identity_id is not distinct from $4
         returning id, sealed_payload, expires_at`,
        [ids, purpose, now, identityId],
      )
      const row = rows.sort((left, right) => ids.indexOf(right.id) - ids.indexOf(left.id))[0]
      if (row === undefined) return null
      const open = ids.filter((id) => !rows.some((gone) => gone.id === id))
      if (open.length === 0) cookies.clear(cookieNames.continuity)
      else cookies.set(cookieNames.continuity, open.join('.'), (row.expires_at.getTime() - now.getTime()) / 1000)
      const text = sealer.open(`continuity ${purpose}`, row.sealed_payload)
      const payload: unknown = text === null ? null : JSON.parse(text)
      return isJsonObject(payload) ? payload : null
    },
  }
}

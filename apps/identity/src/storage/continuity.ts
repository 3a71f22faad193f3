import { randomUUID } from 'node:crypto'
import { cookieNames, type Cookies } from '../forms/cookies.ts'
import type { Db } from './database.ts'
import { isUuid } from './ids.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import type { Sealer } from './sealing.ts'

export interface Continuity {
  /** Remembers the payload, sealed, and hands the browser the cookie that leads back to it. */
  pause(pause: {
    readonly cookies: Cookies
    readonly purpose: string
    readonly payload: JsonObject
    /** Null while nobody is signed in yet. */
    readonly identityId: string | null
    readonly lifespanMs: number
    readonly now: Date
  }): Promise<void>
  /** The payload, once: the record is gone afterwards. Null where it is another's, another purpose's, or too old. */
  resume(resume: {
    readonly cookies: Cookies
    readonly purpose: string
    readonly identityId: string | null
    readonly now: Date
  }): Promise<JsonObject | null>
}

export function createContinuity(db: Db, sealer: Sealer): Continuity {
  return {
    async pause({ cookies, purpose, payload, identityId, lifespanMs, now }) {
      const id = randomUUID()
      await db
        .insertInto('continuity')
        .values({
          id,
          purpose,
          identity_id: identityId,
          sealed_payload: sealer.seal(`continuity ${purpose}`, JSON.stringify(payload)),
          expires_at: new Date(now.getTime() + lifespanMs),
        })
        .execute()
      cookies.set(cookieNames.continuity, id, lifespanMs / 1000)
    },
    async resume({ cookies, purpose, identityId, now }) {
      const id = cookies.get(cookieNames.continuity)
      if (id === undefined || !isUuid(id)) return null
      const row = await db
        .deleteFrom('continuity')
        .where('id', '=', id)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', now)
        .where('identity_id', 'is not distinct from', identityId)
        .returning('sealed_payload')
        .executeTakeFirst()
      if (row === undefined) return null
      cookies.clear(cookieNames.continuity)
      const text = sealer.open(`continuity ${purpose}`, row.sealed_payload)
      const payload: unknown = text === null ? null : JSON.parse(text)
      return isJsonObject(payload) ? payload : null
    },
  }
}

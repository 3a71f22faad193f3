import { randomUUID } from 'node:crypto'
import type { Db } from './database.ts'
import { isUuid } from './ids.ts'
import type { Json } from './json.ts'

export interface StoredFlowError {
  readonly id: string
  readonly error: Json
  readonly createdAt: Date
}

export async function storeFlowError(db: Db, error: Json, now: Date): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('errors')
    .values({ id, error: JSON.stringify(error), created_at: now })
    .execute()
  return id
}

export async function findFlowError(db: Db, id: string): Promise<StoredFlowError | null> {
  if (!isUuid(id)) return null
  const row = await db.selectFrom('errors').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { id: row.id, error: row.error, createdAt: row.created_at } : null
}

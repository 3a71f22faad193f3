import { appendChanges } from '@espalier/server/src/database/change-log.ts'
import { type Database, openDatabase } from '@espalier/server/src/database/database.ts'
import { createGraphCache } from '@espalier/server/src/database/graph-cache.ts'
import { insertProjectRow, replaceProjectMembers } from '@espalier/server/src/database/projects.ts'
import { insertNodeRows } from '@espalier/server/src/database/write-nodes.ts'
import { ApiError } from '@espalier/server/src/api/errors.ts'
import { createPerson } from '../../project-fixture.ts'
import type { ApiCall, CallResult } from '../../server/api.ts'
import { composeSlices } from '../../server/compose-slices.ts'
import { contextFor, readOperationId, resolveCall } from '../../server/resolving.ts'
import { openBackend, runPlainly } from '../connections.ts'
import { createPool } from '../pool.ts'
import type { Storage } from '../storage.ts'

/** One of the two databases that are compared. */
export interface Side {
  readonly database: Database
  ask(userId: string, call: ApiCall): Promise<CallResult>
}

const nothing = (): void => {}
const discard = () => nothing
const startOfTime = Date.UTC(2026, 0, 1)

/** Every side has its own clock that shows the same times. */
export function sideOn(database: Database, projectId: string, userIds: readonly string[]): Side {
  const people = new Map(userIds.map((id) => [id, createPerson(id)]))
  let now = startOfTime
  const { slices } = composeSlices({
    database,
    people,
    bus: { publish() {}, listen: discard, onMissed: discard, close: () => Promise.resolve() },
    writesBus: { publish() {} },
    graphs: createGraphCache(),
    now: () => new Date((now += 1_000)),
  })
  return {
    database,
    async ask(userId, call) {
      try {
        const context = contextFor(people.get(userId), userId, readOperationId(call))
        const value: unknown = await resolveCall(slices, projectId, call, context)
        return { ok: true, value: JSON.parse(JSON.stringify(value)) as unknown }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { ok: false, code: error.code, text: error.message }
      }
    },
  }
}

export const databaseOn = (storage: Storage): Database =>
  openDatabase(
    createPool({
      open: () => openBackend(storage, runPlainly),
      carry: (backend, text, values, then) => queueMicrotask(() => backend.execute(text, values, then)),
    }),
  )

/** Copies the stored project into a real database. */
export async function copyProject({ committed }: Storage, projectId: string, { pool }: Database): Promise<void> {
  const project = committed.get('projects', projectId)
  if (project === undefined) throw new Error('The project to copy does not exist')
  await insertProjectRow(pool, {
    ...project,
    json: null,
    tags: JSON.stringify(project.tags),
    stages: JSON.stringify(project.stages),
    field_definitions: JSON.stringify(project.field_definitions),
    views: JSON.stringify(project.views),
  })
  const members = Object.fromEntries(committed.all('project_members').map((row) => [row.user_id, row.role]))
  await replaceProjectMembers(pool, projectId, {}, members)
  await insertNodeRows(pool, committed.all('nodes'))
  const origin = { actor: project.owner, clientId: null, operationId: null, at: project.created_at, token: null }
  await appendChanges(pool, projectId, committed.all('change_log'), origin)
}

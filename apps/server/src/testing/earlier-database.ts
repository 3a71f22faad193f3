import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { migrate } from '@espalier/postgres'
import { testDatabase } from '@espalier/postgres/testing'
import type { Pool } from 'pg'
import { serverMigrations } from '../database/database.ts'

interface EarlierDatabase {
  readonly pool: Pool
  /** Inserts a project with one node, both with this id. */
  addProject(id: string): Promise<void>
  /** Runs all migrations that it does not have yet. */
  migrate(): Promise<void>
}

/** Runs a test on a database as it was before a migration, which is named by its number. */
export async function withDatabaseBefore(
  migration: string,
  run: (database: EarlierDatabase) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-migrations-'))
  const all = fileURLToPath(serverMigrations.folder)
  for (const file of await readdir(all)) if (file < migration) await cp(join(all, file), join(folder, file))
  const database = await testDatabase([{ name: serverMigrations.name, folder: pathToFileURL(folder) }])
  const { pool } = database
  const addProject = async (id: string): Promise<void> => {
    await pool.query(
      `insert into projects (id, owner, title, body, status, layout, general_access, jira_sync, seq, created_at, updated_at)
       values ($1, 'ann', 'Plan', '', 'active', 'tree-right', 'restricted', false, 1, now(), now())`,
      [id],
    )
    await pool.query(
      `insert into nodes (id, project_id, parent_ids, title, body, status, position, hide_children, is_deleted,
         background_color, processing, type, transitions, version)
       values ($1, $1, '{}', 'Node', '', 'todo', 1, false, false, '#fffabb', false, 'standard', '[]', 1)`,
      [id],
    )
  }
  try {
    await run({ pool, addProject, migrate: async () => void (await migrate(pool, [serverMigrations])) })
  } finally {
    await database.drop()
    await rm(folder, { recursive: true })
  }
}

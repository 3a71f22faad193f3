import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { migrate } from '@espalier/postgres'
import { testDatabase } from '@espalier/postgres/testing'
import { expect, it } from 'vitest'
import { serverMigrations } from '../../../database/database.ts'

const firstWithChoice = '0038'

/** A copy of the migrations before there was a choice of what links are. */
async function copyEarlierMigrations(folder: string): Promise<void> {
  const all = fileURLToPath(serverMigrations.folder)
  const earlier = (await readdir(all)).filter((file) => file < firstWithChoice)
  for (const file of earlier) await cp(join(all, file), join(folder, file))
}

it('keeps extra parents for projects that had issues or the sync before, and gives all others blockers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-migrations-'))
  await copyEarlierMigrations(folder)
  const database = await testDatabase([{ name: serverMigrations.name, folder: pathToFileURL(folder) }])
  const { pool } = database
  try {
    const ids = ['synced', 'imported', 'plain'].map((_, at) => `00000000-0000-4000-8000-00000000000${at}`)
    for (const [at, id] of ids.entries())
      await pool.query(
        `insert into projects
           (id, owner, title, body, status, layout, general_access, jira_sync, seq, created_at, updated_at)
         values ($1, 'ann', 'Plan', '', 'active', 'tree-right', 'restricted', $2, 1, now(), now())`,
        [id, at === 0],
      )
    await pool.query(
      `insert into nodes (id, project_id, parent_ids, title, body, status, position, hide_children, is_deleted,
         background_color, processing, type, transitions, version)
       values ($1, $1, '{}', 'Node', '', 'todo', 1, false, false, '#fffabb', false, 'standard', '[]', 1)`,
      [ids[1]],
    )
    await pool.query(
      `insert into tracker_issues (node_id, project_id, site, issue_id, issue_key)
       values ($1, $1, 'acme.atlassian.net', '10001', 'ACME-1')`,
      [ids[1]],
    )
    await migrate(pool, [serverMigrations])
    const { rows } = await pool.query<{ links: string }>('select jira_links as links from projects order by id')
    expect(rows.map(({ links }) => links)).toEqual(['parents', 'parents', 'blockers'])
  } finally {
    await database.drop()
    await rm(folder, { recursive: true })
  }
})

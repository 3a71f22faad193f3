import { expect, it } from 'vitest'
import { withDatabaseBefore } from '../../../testing/earlier-database.ts'

const firstWithChoice = '0038'

it('keeps extra parents for projects that had issues or the sync before, and gives all others blockers', async () => {
  await withDatabaseBefore(firstWithChoice, async ({ pool, addProject, migrate }) => {
    const ids = ['synced', 'imported', 'plain'].map((_, at) => `00000000-0000-4000-8000-00000000000${at}`)
    for (const id of ids) await addProject(id)
    await pool.query('update projects set jira_sync = true where id = $1', [ids[0]])
    await pool.query(
      `insert into tracker_issues (node_id, project_id, site, issue_id, issue_key)
       values ($1, $1, 'acme.atlassian.net', '10001', 'ACME-1')`,
      [ids[1]],
    )
    await migrate()
    const { rows } = await pool.query<{ links: string }>('select jira_links as links from projects order by id')
    expect(rows.map(({ links }) => links)).toEqual(['parents', 'parents', 'blockers'])
  })
})

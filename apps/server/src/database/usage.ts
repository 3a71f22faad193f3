import type { SqlClient } from './read-nodes.ts'

export interface AccountUsage {
  readonly projects: number
  /** Of all projects of the owner, those in the trash and the change logs included. */
  readonly bytes: number
}

/** Each project carries its sizes: no node is read for this. */
export async function readAccountUsage(db: SqlClient, owner: string): Promise<AccountUsage> {
  const { rows } = await db.query<AccountUsage>({
    name: 'account usage',
    text: `select count(*)::integer as projects, coalesce(sum(text_bytes + content_bytes + history_bytes), 0) as bytes
      from projects where owner = $1`,
    values: [owner],
  })
  return rows[0] ?? { projects: 0, bytes: 0 }
}

export interface SizedProject {
  readonly id: string
  readonly title: string
  readonly size: number
}

/** The projects of an owner that have the most nodes and the most text; undefined where there is none. */
export async function readLargestProjects(db: SqlClient, owner: string) {
  const fullest = async (size: string): Promise<SizedProject | undefined> => {
    const text = `select id, title, (${size})::float8 as size from projects where owner = $1 order by size desc limit 1`
    return (await db.query<SizedProject>(text, [owner])).rows[0]
  }
  return {
    byNodes: await fullest('todo_count + progress_count + done_count'),
    byBytes: await fullest('text_bytes + content_bytes'),
  }
}

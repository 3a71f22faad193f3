// The limits that `nodes` is compared with: one query and its text, nothing else.
import { createServer } from 'node:http'
import { openPool } from '@espalier/postgres'

const [connectionString = ''] = process.argv.slice(2)
const pool = openPool({ connectionString })

interface Row {
  id: string
  project_id: string
  parent_ids: string[]
  project_link: string | null
  title: string
  body: string
  status: string
  position: number
  hide_children: boolean
  is_deleted: boolean
  background_color: string
  processing: boolean
}

/** Reads rows as objects and serializes them here. */
async function stringified(projectId: string): Promise<string> {
  const { rows } = await pool.query<Row>('select * from nodes where project_id = $1 and not is_deleted', [projectId])
  const nodes = rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    parentId: row.parent_ids[0] ?? null,
    parentIds: row.parent_ids,
    projectLink: row.project_link,
    title: row.title,
    body: row.body,
    status: row.status,
    position: row.position,
    hideChildren: row.hide_children,
    isDeleted: row.is_deleted,
    style: { backgroundColor: row.background_color, processing: row.processing },
  }))
  return JSON.stringify({ data: { nodes } })
}

/** Passes the database's own text on. */
async function passedOn(projectId: string): Promise<string> {
  const { rows } = await pool.query<{ nodes: string }>(
    `select json_agg(node)::text as nodes from (select id, project_id as "projectId", parent_ids[1] as "parentId",
       parent_ids as "parentIds", project_link as "projectLink", title, body, status, position,
       hide_children as "hideChildren", is_deleted as "isDeleted",
       json_build_object('backgroundColor', background_color, 'processing', processing) as style
     from nodes where project_id = $1 and not is_deleted) as node`,
    [projectId],
  )
  return `{"data":{"nodes":${rows[0]?.nodes ?? '[]'}}}`
}

const server = createServer(async (request, response) => {
  const [, variant, projectId = ''] = request.url?.split('/') ?? []
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(await (variant === 'stringified' ? stringified(projectId) : passedOn(projectId)))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`listening on ${address.port}\n`)
})

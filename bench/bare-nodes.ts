// The limit that `nodes` is held against: one query, one JSON.stringify, nothing else.
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

const server = createServer(async (request, response) => {
  const { rows } = await pool.query<Row>('select * from nodes where project_id = $1 and not is_deleted', [
    request.url?.slice(1),
  ])
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
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ data: { nodes } }))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`listening on ${address.port}\n`)
})

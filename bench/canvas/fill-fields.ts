import { Client } from 'pg'

/** Every field of every node: two people of whom one left, two of ten tags, a stage, and an own field. */
const fillSql = [
  `update projects set estimate_unit = 'days',
     tags = (select jsonb_agg(jsonb_build_object('id', md5('tag ' || t)::uuid, 'name', 'Tag ' || t, 'colour', '#2c8053'))
       from generate_series(0, 9) as t),
     stages = jsonb_build_array(jsonb_build_object('id', md5('stage')::uuid, 'name', 'Begun', 'category', 'progress',
       'colour', '#2c8053', 'counts', true)),
     field_definitions = jsonb_build_array(jsonb_build_object('id', md5('field')::uuid, 'name', 'Cost', 'type', 'number',
       'options', '[]'::jsonb))
   where id = $1`,
  `update nodes set
     assignee_ids = array[(select owner from projects where id = $1), 'somebody who left'],
     start_date = date '2026-01-01' + n.number % 300,
     due_date = date '2026-01-01' + n.number % 300 + n.number % 60,
     estimate = n.number % 40 / 2.0,
     priority = (array['low', 'medium', 'high', 'urgent'])[1 + n.number % 4],
     tag_ids = array[md5('tag ' || n.number % 10)::uuid, md5('tag ' || (n.number + 1) % 10)::uuid],
     stage_id = case when status = 'progress' then md5('stage')::uuid end,
     fields = jsonb_build_object(md5('field')::uuid, n.number)
   from (select id, (row_number() over (order by id))::int as number from nodes where project_id = $1) as n
   where nodes.id = n.id`,
]

/** Sets every field of a project's nodes in the server's database. More statements may follow; `$1` is the project. */
export async function fillFields(databaseUrl: string, projectId: string, more: readonly string[] = []): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const text of [...fillSql, ...more]) await client.query(text, [projectId])
  } finally {
    await client.end()
  }
}

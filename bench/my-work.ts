import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestCluster, testDatabase } from '@espalier/postgres/testing'
import { Client } from 'pg'
import { visitor } from '../e2e/support/identity-client.ts'
import { launchServer, stopServer } from '../e2e/support/process.ts'
import type { BenchOptions, Measured } from './bench.ts'
import { type Figure, inOrder, quantile } from './figure.ts'
import { count, shortMs } from './report.ts'
import { spentMs } from './spent.ts'

const whole = { projects: 2_000, nodesPerProject: 500, rounds: 300 }
const quick = { projects: 200, nodesPerProject: 500, rounds: 60 }
/** Each batch is one transaction of 25,000 nodes. */
const projectsPerBatch = 50
const limitMs = 30
/** Until then V8 still compiles what a request runs. */
const warmUps = 60

const query = `query ($ready: Boolean) { myWork(ready: $ready) { next items {
  node { id title status dueDate startDate priority estimate assigneeIds } project { id title } goals state } } }`

/**
 * Fills the database: every project belongs to one of 99 others and has the person as a member in one of ten. Each node
 * has one assignee. The person is assigned to a twentieth of the nodes of these projects, which is more than anybody
 * can do.
 */
const fillSql = [
  `insert into projects (id, owner, title, body, status, layout, general_access, jira_sync, seq, created_at, updated_at)
   select md5('project ' || p)::uuid, 'other ' || p % 99, 'Project ' || p, '', 'active', 'tree-right', 'restricted', false, 1,
     now(), now()
   from generate_series($1::int, $2::int) as p where $3::int > 0 and $4::text <> ''`,
  `insert into project_members (project_id, user_id, role)
   select md5('project ' || p)::uuid, $4::text, 'editor' from generate_series($1::int, $2::int) as p
   where p % 10 = 0 and $3::int > 0`,
  `insert into nodes (id, project_id, parent_ids, title, body, status, position, hide_children, is_deleted,
     background_color, processing, type, transitions, version, assignee_ids, due_date, priority)
   select md5('node ' || p || ' ' || n)::uuid, md5('project ' || p)::uuid,
     case when n = 0 then '{}' else array[md5('node ' || p || ' ' || (n - 1) / 5)::uuid] end,
     'Node ' || n || ' of project ' || p, '<p>What is to be done here, in a sentence or two.</p>',
     (array['todo', 'progress', 'done'])[1 + n % 3], n, false, false, '#fffabb', false, 'standard', '[]', 1,
     array[case when p % 10 = 0 and n % 20 = 0 then $4::text else 'other ' || (p + n) % 99 end],
     case when n % 4 = 0 then null else date '2026-06-01' + (p * 7 + n * 13) % 365 end,
     (array['none', 'low', 'medium', 'high', 'urgent'])[1 + (n + p) % 5]
   from generate_series($1::int, $2::int) as p, generate_series(0, $3::int - 1) as n`,
]

/** Without the index of `search`, which a job would write for minutes while `myWork` is measured. */
async function fill(client: Client, userId: string, plan: typeof whole): Promise<void> {
  await client.query('alter table nodes disable trigger search_new_nodes')
  for (let first = 0; first < plan.projects; first += projectsPerBatch) {
    await client.query('begin')
    for (const text of fillSql) {
      await client.query(text, [first, first + projectsPerBatch - 1, plan.nodesPerProject, userId])
    }
    await client.query('commit')
  }
  await client.query('vacuum analyze')
}

async function readOwnWork(client: Client, userId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from open_assignments where user_id = $1',
    [userId],
  )
  return rows[0]?.count ?? 0
}

/** Measures the first page of "My work" beside very many nodes: from request to the whole answer, on loopback. */
export async function myWork({ isQuick, log }: BenchOptions): Promise<Measured> {
  const plan = isQuick ? quick : whole
  const cluster = await startTestCluster()
  const database = await testDatabase([])
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-bench-'))
  const server = launchServer({ DATABASE_URL: database.connectionString, RATE_LIMITS: 'off', DATA_DIR: dataDir })
  const client = new Client({ connectionString: database.connectionString })
  try {
    const url = await server.ready
    const ann = visitor(url)
    await ann.register('ann@example.com', 'a-garden-wall-in-June-42')
    await ann.account()
    const { identity } = (await (await ann.whoami()).json()) as { identity: { id: string } }
    await client.connect()
    const began = performance.now()
    await fill(client, identity.id, plan)
    const nodes = plan.projects * plan.nodesPerProject
    const own = await readOwnWork(client, identity.id)
    log(
      `${count(nodes)} nodes were made in ${((performance.now() - began) / 1_000).toFixed(0)} s; ${count(own)} are hers`,
    )
    const cookie = await ann.cookies()
    const figures: Figure[] = []
    for (const ready of [false, true]) {
      const spent = spentMs(server.child.pid ?? 0)
      const times = await measureFirstPage(`${url}/graphql/`, cookie, ready, plan.rounds)
      const ms = quantile(times, 0.95)
      const cpuMs = (spentMs(server.child.pid ?? 0) - spent) / (plan.rounds + warmUps)
      log(`median ${shortMs(quantile(times, 0.5))} ms, of which ${shortMs(cpuMs)} ms are CPU time of the server`)
      figures.push({
        name: `first page of \`myWork\`${ready ? ' of what is ready' : ''}, 100 of ${count(own)} assigned nodes among ${count(nodes)} in ${count(plan.projects)} projects, p95`,
        measured: `${shortMs(ms)} ms`,
        limit: `${limitMs} ms`,
        holds: ms <= limitMs,
      })
    }
    return { figures, details: await explainFirstPage(client, identity.id) }
  } finally {
    await client.end()
    await stopServer(server)
    await database.drop()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureFirstPage(url: string, cookie: string, ready: boolean, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = -warmUps; round < rounds; round += 1) {
    const before = performance.now()
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client-id': 'bench', cookie },
      body: JSON.stringify({ query, variables: { ready } }),
    })
    const { data } = (await answer.json()) as { data: { myWork: { items: readonly unknown[] } } | null }
    const ms = performance.now() - before
    if (data?.myWork.items.length !== 100) throw new Error('the first page is not full')
    if (round >= 0) times.push(ms)
  }
  return inOrder(times)
}

/** The heart of the query; the server adds the access check and the open children to each row of the page. */
async function explainFirstPage(client: Client, userId: string): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, costs off, timing off, summary on)
     select assigned.node_id from open_assignments as assigned join projects on projects.id = assigned.project_id
     where assigned.user_id = $1 and projects.status <> 'deleted' and (projects.owner = $1 or exists (
       select from project_members where project_members.project_id = projects.id and project_members.user_id = $1))
       and (assigned.due_date, urgency, assigned.project_id, assigned.node_id)
         > ('-infinity'::date, 0::smallint, '00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
     order by assigned.due_date, urgency, assigned.project_id, assigned.node_id limit 101`,
    [userId],
  )
  return ['```', ...rows.map((row) => row['QUERY PLAN']), '```'].join('\n')
}

import { createHash } from 'node:crypto'
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

const whole = { projects: 2_000, nodesPerProject: 500, rounds: 200 }
const quick = { projects: 200, nodesPerProject: 500, rounds: 40 }
/** Each batch is one transaction of 25,000 nodes. */
const projectsPerBatch = 50
const limitMs = 50
const warmUps = 10

const query = `query ($text: String!) { search(text: $text) {
  project { id title } node { id title status } commentId excerpt } }`

/** One node of each project has such a word. */
const rareWord = (project: number): string =>
  `z${createHash('md5').update(`rare ${project}`).digest('hex').slice(0, 12)}`

/** Each kind of text, with whether something is found. */
const texts = [
  { kind: 'a common word', text: 'garden', isFound: true },
  { kind: 'two common words', text: 'garden sentence', isFound: true },
  { kind: 'a rare word', text: rareWord(7), isFound: true },
  { kind: 'two letters', text: 'ga', isFound: true },
  { kind: 'a misspelled word', text: 'gardne', isFound: true },
  { kind: 'a word of others', text: rareWord(3), isFound: false },
  { kind: 'nothing', text: 'xylophone lighthouse', isFound: false },
] as const

/** Words of three syllables, 8,000 of them. */
const wordSql = (number: string): string =>
  `(select string_agg(substr('bakadafagahalamanaparasatavawaxazacaqaja', 1 + 2 * (((${number}) / divisor) % 20), 2), '')
    from unnest(array[1, 20, 400]) as divisor)`

/**
 * Fills the database: the person owns one project of ten, a director is a member of all, and the others belong to
 * nobody else. A title has the word garden in one node of twenty, and two of 8,000 words.
 */
const fillSql = [
  `insert into projects (id, owner, title, body, status, layout, general_access, jira_sync, seq, created_at, updated_at)
   select md5('project ' || p)::uuid, case when p % 10 = 7 then $4::text else 'other ' || p % 99 end, 'Project ' || p, '',
     'active', 'tree-right', 'restricted', false, 1, now(), now() - p * interval '1 minute'
   from generate_series($1::int, $2::int) as p where $3::int > 0 and $5::text <> ''`,
  `insert into project_members (project_id, user_id, role)
   select md5('project ' || p)::uuid, $5::text, 'editor' from generate_series($1::int, $2::int) as p
   where $3::int > 0 and $4::text <> ''`,
  `insert into nodes (id, project_id, parent_ids, title, body, status, position, hide_children, is_deleted,
     background_color, processing, type, transitions, version)
   select md5('node ' || p || ' ' || n)::uuid, md5('project ' || p)::uuid,
     case when n = 0 then '{}' else array[md5('node ' || p || ' ' || (n - 1) / 5)::uuid] end,
     case when n % 20 = 3 then 'Garden ' else '' end || ${wordSql('p * 37 + n * 11')} || ' ' || ${wordSql('p + n * 91')}
       || case when n = 7 then ' z' || substr(md5('rare ' || p), 1, 12) else '' end,
     '<p>What is to be done here, in a sentence or two.</p>', (array['todo', 'progress', 'done'])[1 + n % 3], n, false,
     false, '#fffabb', false, 'standard', '[]', 1
   from generate_series($1::int, $2::int) as p, generate_series(0, $3::int - 1) as n
   where $4::text <> '' and $5::text <> ''`,
]

/** Indexes everything at once: what triggers and the job do with each node would take several minutes. */
async function fill(client: Client, people: readonly string[], plan: typeof whole): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(`select pg_get_indexdef('search_nodes_words'::regclass) as sql`)
  await client.query('drop index search_nodes_words; alter table nodes disable trigger search_new_nodes')
  for (let first = 0; first < plan.projects; first += projectsPerBatch) {
    const values = [first, first + projectsPerBatch - 1, plan.nodesPerProject, ...people]
    await client.query('begin')
    for (const text of fillSql) await client.query(text, values)
    await client.query('commit')
  }
  await client.query(`insert into search_nodes (node_id, title_length, words)
    select id, length(title), search_keys(number, title, body, fields) from nodes join search_projects using (project_id)`)
  await client.query(`insert into search_vocabulary (number, word)
    select distinct number, word from nodes join search_projects using (project_id), unnest(search_correctable(title)) as word`)
  await client.query(rows[0]?.sql ?? '')
  await client.query('alter table nodes enable trigger search_new_nodes')
  await client.query('vacuum analyze')
}

async function signUp(url: string, name: string): Promise<{ id: string; cookie: string }> {
  const person = visitor(url)
  await person.register(`${name}@example.com`, 'a-garden-wall-in-June-42')
  await person.account()
  const { identity } = (await (await person.whoami()).json()) as { identity: { id: string } }
  return { id: identity.id, cookie: await person.cookies() }
}

/** Measures `search` beside very many nodes: from request to the whole answer, on loopback. */
export async function search({ isQuick, log }: BenchOptions): Promise<Measured> {
  const plan = isQuick ? quick : whole
  const cluster = await startTestCluster()
  const database = await testDatabase([])
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-bench-'))
  const server = launchServer({ DATABASE_URL: database.connectionString, RATE_LIMITS: 'off', DATA_DIR: dataDir })
  const client = new Client({ connectionString: database.connectionString })
  try {
    const url = await server.ready
    const [ann, director] = [await signUp(url, 'ann'), await signUp(url, 'director')]
    await client.connect()
    const began = performance.now()
    await fill(client, [ann.id, director.id], plan)
    const nodes = plan.projects * plan.nodesPerProject
    log(`${count(nodes)} nodes were made in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
    const figures: Figure[] = []
    const people = [
      { cookie: ann.cookie, projects: plan.projects / 10, sees: (kind: string) => kind },
      { cookie: director.cookie, projects: plan.projects, sees: (kind: string) => kind.replace(' of others', '') },
    ]
    for (const { cookie, projects, sees } of people) {
      for (const { kind, text, isFound } of texts) {
        const isExpected = isFound || sees(kind) !== kind
        const spent = spentMs(server.child.pid ?? 0)
        const times = await measure(`${url}/graphql/`, cookie, { text, isFound: isExpected, rounds: plan.rounds })
        const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
        const cpuMs = (spentMs(server.child.pid ?? 0) - spent) / (plan.rounds + warmUps)
        log(
          `${kind}, ${count(projects)} projects: p50 ${shortMs(p50)} ms, p95 ${shortMs(p95)} ms, ${shortMs(cpuMs)} ms are CPU time of the server`,
        )
        figures.push({
          name: `\`search\` for ${kind}, for a person with ${count(projects)} projects among ${count(nodes)} nodes in ${count(plan.projects)} projects, p95 (p50 ${shortMs(p50)} ms)`,
          measured: `${shortMs(p95)} ms`,
          limit: `${limitMs} ms`,
          holds: p95 <= limitMs,
        })
      }
    }
    return { figures, details: await describeSizes(client) }
  } finally {
    await client.end()
    await stopServer(server)
    await database.drop()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Searched {
  readonly text: string
  readonly isFound: boolean
  readonly rounds: number
}

async function measure(url: string, cookie: string, { text, isFound, rounds }: Searched): Promise<number[]> {
  const times: number[] = []
  for (let round = -warmUps; round < rounds; round += 1) {
    const before = performance.now()
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client-id': 'bench', cookie },
      body: JSON.stringify({ query, variables: { text } }),
    })
    const { data } = (await answer.json()) as { data: { search: readonly unknown[] } | null }
    const ms = performance.now() - before
    if (data === null || data.search.length > 0 !== isFound) throw new Error(`unexpected hits for ${text}`)
    if (round >= 0) times.push(ms)
  }
  return inOrder(times)
}

async function describeSizes(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string; size: string }>(
    `select relname as name, pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
     where relname in ('nodes', 'search_nodes', 'search_nodes_words', 'search_vocabulary') order by relname`,
  )
  return rows.map(({ name, size }) => `- \`${name}\` with its indexes: ${size}`).join('\n')
}

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { formatConnectionString, openPool, startEmbeddedPostgres } from '@espalier/postgres'
import { discardDataDir } from '@espalier/postgres/testing'
import { followProject, type FollowingPage } from './following-page.ts'
import { differences, readProjectSeq } from './ledger.ts'
import { registered, type Person } from './person.ts'
import { launchServer, stopServer } from './process.ts'

/** An answer while the database was down. */
export interface AwayAnswer {
  readonly asked: 'readyz' | 'healthz' | 'read' | 'write'
  readonly status: number
  readonly text: string
  readonly ms: number
}

export interface AwayReport {
  readonly answers: readonly AwayAnswer[]
  /** The time from the database's return to the first answered change. */
  readonly recoveredMs: number
  /** Answered changes that are not in the tables. */
  readonly lost: number
  /** Nodes that a page that followed all the time shows differently from the tables. */
  readonly shownOtherwise: number
  readonly exitCode: number | string
}

const silent = () => undefined
const patienceMs = 20_000
const between = { asking: 200, recovering: 50 }

/** Stops the database of a server for this time; somebody else starts it again. */
export async function databaseAway(awayMs: number): Promise<AwayReport> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-away-'))
  await chmod(folder, 0o711)
  const [dataDir, home] = [join(folder, 'data'), join(folder, 'database')]
  const database = await startEmbeddedPostgres({ dataDir: home, log: silent })
  const connectionString = formatConnectionString(database.connection)
  const settings = { DATABASE_URL: connectionString, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' }
  const server = launchServer({ ...settings, DATA_DIR: dataDir })
  let running = database
  try {
    const url = await server.ready
    const person = await registered(url, 'ann@example.com')
    const projectId = await person.createProject(url, 'Orchard')
    const page = await followProject({ person, projectId, origin: () => url })
    const answered = [await person.createNode(url, { projectId, title: 'before' })]
    await database.stop()
    const answers = await askFor(awayMs, { url, person, projectId })
    running = await startEmbeddedPostgres({ dataDir: home, log: silent })
    const back = performance.now()
    answered.push(await firstAnswer(() => person.createNode(url, { projectId, title: 'after' })))
    const recoveredMs = performance.now() - back
    const comparison = await compare(connectionString, { projectId, page, answered })
    page.stop()
    return { answers, recoveredMs, ...comparison, exitCode: await stopServer(server) }
  } finally {
    await stopServer(server)
    await running.stop()
    for (const left of [dataDir, home]) await discardDataDir(left)
    await rm(folder, { recursive: true, force: true })
  }
}

interface Asking {
  readonly url: string
  readonly person: Person
  readonly projectId: string
}

async function askFor(awayMs: number, { url, person, projectId }: Asking): Promise<AwayAnswer[]> {
  const graphql = (body: object) =>
    fetch(`${url}/graphql/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client-id': 'a-visitor', cookie: person.cookie },
      body: JSON.stringify(body),
    })
  const create = 'mutation ($data: NodeCreate!) { createNode(data: $data) { id } }'
  const questions: Record<AwayAnswer['asked'], () => Promise<Response>> = {
    readyz: () => fetch(`${url}/readyz`),
    healthz: () => fetch(`${url}/healthz`),
    read: () => graphql({ query: '{ account { id } }' }),
    write: () => graphql({ query: create, variables: { data: { projectId, title: 'away' } } }),
  }
  const answers: AwayAnswer[] = []
  const end = performance.now() + awayMs
  do {
    const pendingAnswers = Object.entries(questions).map(async ([asked, put]) => {
      const before = performance.now()
      const answer = await put()
      const text = await answer.text()
      return { asked: asked as AwayAnswer['asked'], status: answer.status, text, ms: performance.now() - before }
    })
    answers.push(...(await Promise.all(pendingAnswers)))
    await pause(between.asking)
  } while (performance.now() < end)
  return answers
}

async function firstAnswer(ask: () => Promise<string>): Promise<string> {
  const end = performance.now() + patienceMs
  for (;;) {
    const answer = await ask().catch((error: unknown) => error)
    if (typeof answer === 'string') return answer
    if (performance.now() > end) throw answer
    await pause(between.recovering)
  }
}

interface Kept {
  readonly projectId: string
  readonly page: FollowingPage
  readonly answered: readonly string[]
}

async function compare(connectionString: string, { projectId, page, answered }: Kept) {
  const pool = openPool({ connectionString })
  try {
    await page.reaches(await readProjectSeq(pool, projectId), patienceMs)
    const shownOtherwise = await differences(pool, projectId, page.replica)
    const { rowCount } = await pool.query('select from nodes where id = any($1)', [answered])
    return { shownOtherwise, lost: answered.length - (rowCount ?? 0) }
  } finally {
    await pool.end()
  }
}

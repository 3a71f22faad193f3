import { setTimeout as pause } from 'node:timers/promises'
import { startJiraSite, type JiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import type { TestDatabase } from '@espalier/postgres/testing'
import { registered, type Person } from './person.ts'
import { serverGroup, type Member, type ServerGroup } from './several-servers.ts'
import { startWriters } from './writers.ts'

export interface SyncKillPlan {
  readonly kills: number
  readonly changes: number
  readonly servers: number
}

export interface SyncKillReport {
  readonly kills: number
  readonly changes: number
  readonly nodes: number
  readonly issues: number
  /** Nodes without an issue, and nodes with more than one. */
  readonly missing: number
  readonly twice: number
  /** Issues whose values differ from their node's. */
  readonly otherwise: number
}

const domain = 'acme.atlassian.net'
const writers = 4
const patienceMs = 120_000

const saveSettings = `mutation ($jira: JiraSettingsInput) {
  updateAccount(data: { integrationSettings: { jira: $jira } }) { id } }`
const switchOn = `mutation ($id: ID!) {
  updateProject(id: $id, data: { integrationSettings: { jiraSync: true } }) { id } }`
const finishMany = `mutation ($ids: [ID!]!, $projectId: ID!) {
  updateNodeBatch(ids: $ids, data: { projectId: $projectId, status: done }) }`

/** Servers are killed in turn while people write in a project that is synced with Jira. */
export async function syncThroughKills({ kills, changes, servers }: SyncKillPlan): Promise<SyncKillReport> {
  const site = await startJiraSite({ latencyMs: 5 })
  const group = await serverGroup()
  const settings = { JIRA_HOST_MAP: `${domain}=${site.url}` }
  try {
    const running = await group.start(servers, settings)
    const origins = running.map(({ url }) => url)
    const { person, projectId } = await connectedProject(origins[0] ?? '', site)
    const work = startWriters({ person, projectId, count: writers, origins, most: changes })
    for (let kill = 1; kill < kills; kill += 1) {
      await work.whenAnswered(Math.ceil((kill * changes) / kills))
      await killOne(group, running, kill, settings)
    }
    await work.whenAnswered(changes)
    await work.stop()
    await finishHalf(group.database, { person, projectId, origin: origins[0] ?? '' })
    await killOne(group, running, kills, settings)
    await emptyQueue(group.database, projectId)
    return { kills, changes, ...(await compare(group.database, site, projectId)) }
  } finally {
    await group.stop()
    await site.stop()
  }
}

async function connectedProject(origin: string, site: JiraSite): Promise<{ person: Person; projectId: string }> {
  const person = await registered(origin, 'ann@example.com')
  const credentials = { domain, apiUser: site.email, apiKey: site.token }
  const chosen = { projectKey: 'ACME', issueTypeId: '10101', epicTypeId: '10100', linkTypeId: '10200' }
  const saved = await person.ask(origin, saveSettings, { jira: { ...credentials, ...chosen } })
  const projectId = await person.createProject(origin, 'Orchard')
  const isOn = await person.ask(origin, switchOn, { id: projectId })
  const codes = [...saved.codes, ...isOn.codes]
  if (codes.length > 0) throw new Error(`connecting was refused with ${codes.join(' ')}`)
  return { person, projectId }
}

/** Kills a server and starts another in its place; the others continue meanwhile. */
async function killOne(
  group: ServerGroup,
  running: Member[],
  kill: number,
  settings: Record<string, string>,
): Promise<void> {
  const at = kill % running.length
  const victim = running[at]
  if (victim === undefined) throw new Error('there is no server to kill')
  victim.process.child.kill('SIGKILL')
  await victim.process.ended
  running[at] = await group.startOn(Number(new URL(victim.url).port), settings)
}

interface Finishing {
  readonly person: Person
  readonly projectId: string
  readonly origin: string
}

async function finishHalf({ pool }: TestDatabase, { person, projectId, origin }: Finishing): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from nodes where project_id = $1 order by id', [
    projectId,
  ])
  const ids = rows.filter((_, at) => at % 2 === 0).map(({ id }) => id)
  const { codes } = await person.ask(origin, finishMany, { ids, projectId })
  if (codes.length > 0) throw new Error(`finishing was refused with ${codes.join(' ')}`)
}

async function emptyQueue({ pool }: TestDatabase, projectId: string): Promise<void> {
  const until = Date.now() + patienceMs
  const left = `select (select count(*) from tracker_marks where project_id = $1)
    + (select count(*) from graphile_worker._private_jobs where payload ->> 'projectId' = $1::text
       and (locked_at is not null or attempts < max_attempts)) as left`
  while (Date.now() < until) {
    const { rows } = await pool.query<{ left: string }>(left, [projectId])
    if (rows[0]?.left === '0') return
    await pause(100)
  }
  const { rows } = await pool.query(
    `select marks.*, known.state, known.creating_at, known.reason from tracker_marks marks
     left join tracker_nodes known using (node_id) where marks.project_id = $1 limit 5`,
    [projectId],
  )
  throw new Error(`the queue was not empty after ${patienceMs} ms: ${JSON.stringify(rows)}`)
}

interface StoredNode {
  readonly id: string
  readonly title: string
  readonly status: 'todo' | 'progress' | 'done'
  readonly external_key: string | null
  readonly parent_ids: readonly string[]
}

const categories = { todo: 'new', progress: 'indeterminate', done: 'done' } as const

async function compare({ pool }: TestDatabase, { store }: JiraSite, projectId: string) {
  const { rows } = await pool.query<StoredNode>(
    'select id, title, status, external_key, parent_ids from nodes where project_id = $1 and not is_deleted',
    [projectId],
  )
  const nodes = new Map(rows.map((node) => [node.id, node]))
  const issues = store.ordered()
  const findIssues = ({ id }: StoredNode) => issues.filter(({ properties }) => JSON.stringify(properties).includes(id))
  /** An issue's parent must be one level up: the nearest above the node. */
  const findParentKey = (node: StoredNode, level: number): string | null => {
    for (let next = nodes.get(node.parent_ids[0] ?? ''); next !== undefined;) {
      const [issue] = findIssues(next)
      if (issue?.type.hierarchyLevel === level + 1) return issue.id
      next = nodes.get(next.parent_ids[0] ?? '')
    }
    return null
  }
  const isOtherwise = (node: StoredNode): boolean => {
    const [issue] = findIssues(node)
    if (issue === undefined) return true
    const { type, parentId } = issue
    const wanted = findParentKey(node, type.hierarchyLevel)
    // A sub-task that left its story cannot exist alone there; its node says so.
    const isPlaced = parentId === wanted || (type.subtask && wanted === null)
    const isTold = issue.summary === node.title && issue.status.statusCategory.key === categories[node.status]
    return !isPlaced || !isTold || issue.key !== node.external_key
  }
  return {
    nodes: rows.length,
    issues: issues.length,
    missing: rows.filter((node) => findIssues(node).length === 0).length,
    twice: rows.filter((node) => findIssues(node).length > 1).length,
    otherwise: rows.filter(isOtherwise).length,
  }
}

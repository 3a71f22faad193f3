import { EventEmitter, once } from 'node:events'
import { type JiraSite, type JiraSiteOptions, startJiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { startJobs } from '../adapters/graphile-worker/start-jobs.ts'
import type { NodeView } from '../database/nodes.ts'
import type { SignedInViewer } from '../features/projects/index.ts'
import type { TrackerSyncJobOptions } from '../features/tracker/sync/run-sync.ts'
import { createNodeClient, type NodeClient, openTestProject } from './node-client.ts'
import { openProjectWorld, type ProjectWorld, type WorldOptions } from './project-world.ts'
import { createRecordedLog } from './recorded-log.ts'

export const trackerDocuments = {
  save: `mutation ($jira: JiraSettingsInput) {
    updateAccount(data: { integrationSettings: { jira: $jira } }) { id integrationSettings { jira { ${'domain apiUser apiKey projectKey issueTypeId epicTypeId linkTypeId epicLinkFieldId webhookUrl webhookSecret problem'} } } } }`,
  account: `{ account { id integrationSettings { jira { domain apiUser apiKey projectKey webhookUrl webhookSecret problem } } } }`,
  test: `mutation ($data: JiraCredentials!) { testJiraIntegration(data: $data) {
    projects { key name issuetypes { id name untranslatedName hierarchyLevel } } linkTypes { id name } epicLinkFieldId } }`,
  import: `mutation ($key: String!) { importProject(externalProjectKey: $key) { id title owner completionStatus } }`,
  progress: `query ($key: String!) { importProgress(externalProjectKey: $key) { isRunning done total created changed gone } }`,
} as const

/** A server, a reachable Jira, and people who may be connected to it. */
export interface TrackerWorld extends ProjectWorld {
  readonly site: JiraSite
  readonly domain: string
  readonly credentials: { readonly domain: string; readonly apiUser: string; readonly apiKey: string }
  /** Creates a person with their own account. */
  member(name: string): Promise<SignedInViewer>
  /** Creates a person with a saved integration. */
  connected(name: string): Promise<SignedInViewer>
  import(viewer: SignedInViewer, key: string): Promise<string>
  listNodes(viewer: SignedInViewer, projectId: string): Promise<NodeView[]>
}

export async function openTrackerWorld(
  siteOptions: JiraSiteOptions = {},
  worldOptions: WorldOptions = {},
): Promise<TrackerWorld> {
  const site = await startJiraSite(siteOptions)
  const domain = site.flavor === 'cloud' ? 'acme.atlassian.net' : 'jira.example.com'
  const jira = { hostMap: new Map([[domain, site.url]]), backoffMs: 5, timeoutMs: 500, longestWaitMs: 500 }
  const world = await openProjectWorld({
    ...worldOptions,
    jira: { ...jira, circuit: { failures: 1_000, openMs: 1_000 }, ...worldOptions.jira },
  })
  const credentials = { domain, apiUser: site.email, apiKey: site.token }
  const member = async (name: string): Promise<SignedInViewer> => {
    const viewer = world.person(name)
    const row = [viewer.accountId, viewer.person.id, viewer.person.email]
    await world.test.pool.query('insert into accounts (id, user_id, email) values ($1, $2, $3)', row)
    return viewer
  }
  return {
    ...world,
    site,
    domain,
    credentials,
    member,
    async connected(name) {
      const viewer = await member(name)
      const tested = await world.get<{ testJiraIntegration: { epicLinkFieldId: string | null } }>(
        viewer,
        trackerDocuments.test,
        { data: credentials },
      )
      const { epicLinkFieldId } = tested.testJiraIntegration
      const chosen = { projectKey: 'ACME', issueTypeId: '10101', epicTypeId: '10100', linkTypeId: '10200' }
      await world.get(viewer, trackerDocuments.save, { jira: { ...credentials, ...chosen, epicLinkFieldId } })
      return viewer
    },
    async import(viewer, key) {
      const made = await world.get<{ importProject: { id: string } }>(viewer, trackerDocuments.import, { key })
      return made.importProject.id
    },
    listNodes: (viewer, projectId) => createNodeClient(world, viewer, projectId).list(),
    async close() {
      await world.close()
      await site.stop()
    },
  }
}

interface TrackerSyncStatus {
  readonly problem: string | null
  readonly waiting: number
  readonly issueUrl: string | null
  readonly nodes: readonly { readonly nodeId: string; readonly state: string; readonly reason: string }[]
}

/** A server that syncs projects with a Jira and receives its webhooks. */
export interface SyncWorld extends TrackerWorld {
  readonly http: FastifyInstance
  /** Creates a synced project of this person. */
  synced(viewer: SignedInViewer): Promise<NodeClient>
  switchSync(viewer: SignedInViewer, projectId: string, isOn: boolean): Promise<void>
  tracking(viewer: SignedInViewer, projectId: string): Promise<TrackerSyncStatus>
  /** Resolves when nothing waits to be synced. */
  waitUntilSynced(projectId: string): Promise<void>
  /** Acts as if this much time had passed since the last poll, and polls every tracker. */
  pollLater(ms: number): Promise<void>
}

const switchSyncMutation = `mutation ($id: ID!, $isOn: Boolean!) {
  updateProject(id: $id, data: { integrationSettings: { jiraSync: $isOn } }) { id } }`
const trackingQuery = `query ($projectId: ID!) {
  trackerSync(projectId: $projectId) { problem waiting issueUrl nodes { nodeId state reason } } }`
const syncTimeoutMs = 15_000

export async function openSyncWorld(
  siteOptions: JiraSiteOptions = {},
  sync: Partial<TrackerSyncJobOptions> = {},
): Promise<SyncWorld> {
  const world = await openTrackerWorld(siteOptions, { sync: { settleMs: 400, backoffMs: 50, ...sync } })
  const log = createRecordedLog()
  const ran = new EventEmitter()
  const { 'sync-tracker': syncTracker, 'poll-trackers': pollTrackers } = world.syncRunners
  const runners = {
    'poll-trackers': pollTrackers,
    'sync-tracker': async (payload: { readonly projectId: string }) => {
      await syncTracker(payload)
      ran.emit('ran')
    },
  }
  const jobs = await startJobs({ pool: world.test.pool, runners, log, pollMs: 50 })
  const http = Fastify()
  await http.register(world.webhooks)
  await http.listen({ host: '127.0.0.1', port: 0 })
  const tracking = async (viewer: SignedInViewer, projectId: string) =>
    (await world.get<{ trackerSync: TrackerSyncStatus }>(viewer, trackingQuery, { projectId })).trackerSync
  const switchSync = async (viewer: SignedInViewer, id: string, isEnabled: boolean): Promise<void> =>
    void (await world.get(viewer, switchSyncMutation, { id, isOn: isEnabled }))
  return {
    ...world,
    http,
    tracking,
    switchSync,
    async synced(viewer) {
      const project = await openTestProject(world, viewer)
      await switchSync(viewer, project.projectId, true)
      return project
    },
    async waitUntilSynced(projectId) {
      const left = `select
        (select count(*) from tracker_marks where project_id = $1) + (select count(*) from tracker_hints where project_id = $1)
        + (select count(*) from graphile_worker._private_jobs where payload ->> 'projectId' = $1::text) as left`
      await expect
        .poll(async () => (await world.test.pool.query(left, [projectId])).rows[0], {
          timeout: syncTimeoutMs,
          interval: 25,
        })
        .toEqual({ left: '0' })
    },
    async pollLater(ms) {
      const earlier = `looked_at = looked_at - $1 * interval '1 ms', looked_at_all = looked_at_all - $1 * interval '1 ms'`
      await world.test.pool.query(`update tracker_syncs set ${earlier}`, [ms])
      const polled = once(ran, 'ran')
      await pollTrackers({})
      await polled
    },
    async close() {
      await jobs.stop()
      await http.close()
      await world.close()
    },
  }
}

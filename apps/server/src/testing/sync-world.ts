import { EventEmitter, once } from 'node:events'

import Fastify, { type FastifyInstance } from 'fastify'
import { expect } from 'vitest'

import { startJobs } from '../adapters/graphile-worker/start-jobs.ts'
import type { TrackerSyncJobOptions } from '../features/tracker-sync/index.ts'
import type { SignedInViewer } from '../features/projects/index.ts'
import type { JiraSiteOptions } from './jira-site/jira-site.ts'
import { openTestProject, type NodeClient } from './node-client.ts'
import { createRecordedLog } from './recorded-log.ts'
import { openTrackerWorld, type TrackerWorld } from './tracker-world.ts'

export interface TrackerSyncStatus {
  readonly problem: string | null
  readonly waiting: number
  readonly issueUrl: string | null
  readonly nodes: readonly { readonly nodeId: string; readonly state: string; readonly reason: string }[]
}

/** A server that keeps projects in step with a Jira, and hears its webhooks. */
export interface SyncWorld extends TrackerWorld {
  readonly http: FastifyInstance
  /** A project of this person that is kept in step. */
  synced(viewer: SignedInViewer): Promise<NodeClient>
  switchSync(viewer: SignedInViewer, projectId: string, isOn: boolean): Promise<void>
  tracking(viewer: SignedInViewer, projectId: string): Promise<TrackerSyncStatus>
  /** Once nothing waits to be told or heard. */
  waitUntilSynced(projectId: string): Promise<void>
  /** As if this much time had passed since the last look; then every tracker is looked at. */
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
  const { 'sync-tracker': syncTracker, 'look-at-trackers': lookAtTrackers } = world.syncRunners
  const runners = {
    'look-at-trackers': lookAtTrackers,
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
  const switchSync = async (viewer: SignedInViewer, id: string, isOn: boolean): Promise<void> =>
    void (await world.get(viewer, switchSyncMutation, { id, isOn }))
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
      const looked = once(ran, 'ran')
      await lookAtTrackers({})
      await looked
    },
    async close() {
      await jobs.stop()
      await http.close()
      await world.close()
    },
  }
}

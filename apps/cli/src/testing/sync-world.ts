import { randomUUID } from 'node:crypto'
import { noDefinitions } from '@espalier/domain'
import type { NodeRecord, SentProject, TransportResult } from '@espalier/sync'
import { ModelServer } from '@espalier/sync/testing'
import type { SyncRemote } from '../sync/sync-file.ts'
import type { SyncState, SyncStorage } from '../sync/sync-state.ts'

/** The program was killed. */
export class Kill extends Error {}

/** A file, its state and a server in memory, whose program can be killed before and after each step. */
export interface SyncWorld {
  readonly projectId: string
  readonly server: ModelServer
  readonly storage: SyncStorage
  readonly remote: SyncRemote
  text: string | null
  state: SyncState | null
  project: SentProject
  /** The steps until the next kill. */
  stepsLeft: number
}

export function createSyncWorld(nodes: readonly NodeRecord[] = []): SyncWorld {
  const projectId = randomUUID()
  const server = new ModelServer(
    nodes.map((node) => ({ ...node, projectId })),
    projectId,
  )
  const world: SyncWorld = {
    projectId,
    server,
    text: null,
    state: null,
    stepsLeft: Number.POSITIVE_INFINITY,
    project: {
      ...noDefinitions,
      id: projectId,
      title: 'Orchard',
      body: '',
      status: 'inbox',
      completionStatus: 'todo',
      owner: 'ada',
      layout: 'vertical',
      sharing: { generalAccess: 'restricted' },
      nodeLinks: [],
      integrationSettings: { jiraSync: false },
      seq: 0,
      updatedAt: 0,
      views: [],
      viewersMayComment: false,
    } as unknown as SentProject,
    storage: {
      readText: async () => world.text,
      async writeText(text) {
        step()
        world.text = text
        step()
      },
      readState: async () => structuredClone(world.state),
      async writeState(state) {
        step()
        world.state = JSON.parse(JSON.stringify(state)) as SyncState
        step()
      },
    },
    remote: {
      async read() {
        step()
        return { project: structuredClone(world.project), nodes: structuredClone([...server.living()]) }
      },
      async send(operations, clientId) {
        const results: TransportResult<unknown>[] = []
        for (const operation of operations) {
          step()
          const reply = server.execute(clientId, operation)
          results.push(
            reply.ok
              ? { ok: true, value: null }
              : { ok: false, code: 'CONFLICT', text: reply.text, retryAfter: null, isWhole: false },
          )
        }
        step()
        return results
      },
      async changeProject(fields) {
        step()
        world.project = { ...world.project, ...fields }
        server.definitions = world.project
        return true
      },
    },
  }
  function step(): void {
    world.stepsLeft -= 1
    if (world.stepsLeft < 0) throw new Kill('killed')
  }
  return world
}

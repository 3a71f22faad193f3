import { canSeePeople } from '@espalier/domain'
import type { LiveFeed } from '../../api/live-feed.ts'
import type { Bus, BusMessage } from '../../ports/bus.ts'
import type { Log } from '../../ports/log.ts'
import type { Database } from '../../database/database.ts'
import { isInBranch } from '../projects/index.ts'
import {
  addRoomBranches,
  audienceIfAllowed,
  type ChannelName,
  findSubscriberBranch,
  type RoomAccess,
  type RoomBranches,
  type RoomEvent,
} from './room.ts'
import type { Rooms } from './rooms.ts'

/** A row of a table whose changes are numbered under the lock of their project. */
interface NumberedRow {
  readonly changed: number
  readonly clientId: string | null
}

interface ChangeFeedOptions<Row extends NumberedRow> {
  readonly database: Pick<Database, 'pool'>
  readonly channel: ChannelName
  /** The message that names a project with changes. */
  readonly message: Extract<BusMessage, { readonly projectId: string }>['kind']
  readonly bus: Bus
  readonly rooms: Rooms
  readonly log: Log
  /** How often changes are looked for if no message arrives. */
  readonly pollMs?: number | undefined
  readLatest(projectId: string): Promise<number>
  /** Reads the rows that changed after a number, in the order of their changes. */
  readChanged(projectId: string, after: number, most: number): Promise<readonly Row[]>
  /** Returns the projects with changes after these numbers. */
  findProjects(seen: ReadonlyMap<string, number>): Promise<readonly string[]>
  toView(row: Row): Promise<unknown>
  /** The node that a row is about. Without it, tokens for a branch get nothing. */
  findNodeId?(row: Row): string
}

/** Sends changed rows to the people who are named in a project. */
export interface ChangeFeed {
  /** The caller has checked that the viewer may see the project at this seq. */
  join(project: { readonly id: string; readonly seq: number }): Promise<LiveFeed>
  stop(): void
}

const rowsPerRead = 200
const defaultPollMs = 3_000

/**
 * Sends changed rows to the rooms of this server. Each project has the number of the last change that was sent:
 * later changes are read from the table after each message of the bus, and every few seconds in any case.
 */
export function createChangeFeed<Row extends NumberedRow>(options: ChangeFeedOptions<Row>): ChangeFeed {
  const { database, channel, bus, rooms, log, pollMs = defaultPollMs } = options
  const sentUpTo = new Map<string, number>()
  const running = new Map<string, { isDue: boolean }>()

  const toEvent = async (row: Row, access: RoomAccess, seq: number): Promise<RoomEvent> => {
    const view = await options.toView(row)
    const { id: projectId } = access.project
    const branches: RoomBranches = new Map()
    const branchSubscribers = () => rooms.listBranchSubscribers(projectId)
    await addRoomBranches(branches, database.pool, { projectId, branchSubscribers })
    const nodeId = options.findNodeId?.(row) ?? ''
    return {
      extensions: { seq, clientId: row.clientId },
      // For people who are named in the project. The empty name excludes the others.
      audienceFor: (subscriber) => {
        const branch = findSubscriberBranch(branches, subscriber)
        if (branch === undefined || !isInBranch(branch, nodeId)) return null
        return audienceIfAllowed(access, (role) => (canSeePeople(role) ? 'named' : ''))(subscriber) || null
      },
      rootFor: () => ({ [channel]: view }),
    }
  }

  const sendChanges = async (projectId: string): Promise<void> => {
    let count = rowsPerRead
    while (count === rowsPerRead) {
      const after = sentUpTo.get(projectId)
      if (after === undefined) return
      const changed = await options.readChanged(projectId, after, rowsPerRead)
      for (const row of changed)
        rooms.broadcast(projectId, { channel, to: null, prepare: (access, seq) => toEvent(row, access, seq) })
      sentUpTo.set(projectId, changed.at(-1)?.changed ?? after)
      count = changed.length
    }
  }

  const sendSoon = async (projectId: string): Promise<void> => {
    if (rooms.countSubscribers(projectId, channel) === 0) return void sentUpTo.delete(projectId)
    const known = running.get(projectId)
    if (known !== undefined) return void (known.isDue = true)
    const state = { isDue: true }
    running.set(projectId, state)
    try {
      while (state.isDue) {
        state.isDue = false
        await sendChanges(projectId)
      }
    } catch (error) {
      log.warn({ err: error, projectId, channel }, 'changes could not be sent yet')
    } finally {
      running.delete(projectId)
    }
  }

  const poll = async (): Promise<void> => {
    for (const projectId of sentUpTo.keys()) {
      if (rooms.countSubscribers(projectId, channel) === 0) sentUpTo.delete(projectId)
    }
    if (sentUpTo.size === 0) return
    for (const projectId of await options.findProjects(sentUpTo)) void sendSoon(projectId)
  }
  const pollSafely = (): void =>
    void poll().catch((error: unknown) => log.warn({ err: error, channel }, 'changes could not be looked for'))

  const stops = [
    bus.listen((message) => {
      if (message.kind === options.message && 'projectId' in message) void sendSoon(message.projectId)
    }),
    bus.onMissed(pollSafely),
  ]
  const timer = setInterval(pollSafely, pollMs).unref()

  return {
    async join(project) {
      const latest = await options.readLatest(project.id)
      // Somebody else may have come meanwhile: what they still wait for must not be skipped.
      const joined = (): void => {
        if (rooms.countSubscribers(project.id, channel) <= 1) sentUpTo.set(project.id, latest)
        else if (!sentUpTo.has(project.id)) sentUpTo.set(project.id, latest)
        void sendSoon(project.id)
      }
      return rooms.subscribe(project, channel, { joined, left: () => undefined })
    },
    stop() {
      clearInterval(timer)
      for (const end of stops) end()
    },
  }
}

import { findRole, type Role } from '@espalier/domain'
import type { ApiError } from '../../api/errors.ts'
import type { FeedSubscriber, LiveExtensions } from '../../api/live-feed.ts'
import { getTokenBranch } from '../../api/token-rights.ts'
import { type Branch, readBranch } from '../../database/branches.ts'
import type { SqlClient } from '../../database/nodes.ts'
import type { ProjectChanges } from '../../database/read-change-log.ts'
import { accessError, getUserId } from '../projects/index.ts'
import { livePolicy } from './policy.ts'

export type ChannelName =
  | 'nodeCreated'
  | 'nodeUpdated'
  | 'nodeBatchUpdated'
  | 'projectUpdated'
  | 'projectSessions'
  | 'commentChanged'
  | 'proposalChanged'

/** A project and its members, read together with the events. */
export type RoomAccess = Pick<ProjectChanges, 'project' | 'members'>

/** One project with subscribers on this server. */
export interface Room {
  readonly projectId: string
  /** Everything up to this seq has been published. */
  cursor: number
  readonly size: number
  channel(field: ChannelName): EventChannel
  add(field: ChannelName, subscriber: FeedSubscriber): void
  remove(field: ChannelName, subscriber: FeedSubscriber): void
  /** The few subscribers that are limited to a branch, so that they are not searched for among thousands. */
  branchSubscribers(): Iterable<FeedSubscriber>
  /** Ends the subscriptions of viewers who no longer have access. */
  endRefused(scene: RoomAccess, branches: RoomBranches): void
  endAll(refusal: ApiError): void
}

export const findSubscriberRole = ({ project, members }: RoomAccess, subscriber: FeedSubscriber): Role =>
  findRole(getUserId(subscriber.viewer()), {
    owner: project.owner,
    sharing: { generalAccess: project.general_access, users: members },
  })

const decideSubscriberAccess = (access: RoomAccess, subscriber: FeedSubscriber) =>
  livePolicy['project.hear'](subscriber.viewer(), {
    role: findSubscriberRole(access, subscriber),
    status: access.project.status,
  })

/** The branches that subscribers are limited to, by their top nodes. Null: it is gone. */
export type RoomBranches = Map<string, Branch | null>

/** Reads the branches that are not there yet, also for subscribers who come meanwhile. */
export async function addRoomBranches(
  branches: RoomBranches,
  db: SqlClient,
  { projectId, branchSubscribers }: Pick<Room, 'projectId' | 'branchSubscribers'>,
): Promise<void> {
  const findMissing = (): string | undefined => {
    for (const one of branchSubscribers()) {
      const rootId = getTokenBranch(one.viewer())?.nodeId
      if (rootId !== undefined && !branches.has(rootId)) return rootId
    }
    return undefined
  }
  for (let rootId = findMissing(); rootId !== undefined; rootId = findMissing()) {
    branches.set(rootId, await readBranch(db, projectId, rootId))
  }
}

/** The branch that a subscriber is limited to; null: none. Undefined: it is gone or not known, and nothing may be sent. */
export function findSubscriberBranch(branches: RoomBranches, subscriber: FeedSubscriber): Branch | null | undefined {
  const limits = getTokenBranch(subscriber.viewer())
  return limits === null ? null : (branches.get(limits.nodeId) ?? undefined)
}

/** Access is checked at each event, whatever held at the time of the subscription. */
export const audienceIfAllowed = (
  access: RoomAccess,
  chooseAudience: (role: Role, subscriber: FeedSubscriber) => string,
): RoomEvent['audienceFor'] => {
  return (subscriber) =>
    decideSubscriberAccess(access, subscriber) === 'allowed'
      ? chooseAudience(findSubscriberRole(access, subscriber), subscriber)
      : null
}

export function createRoom(projectId: string, cursor: number): Room {
  const channels = new Map<ChannelName, EventChannel>()
  const limited = new Set<FeedSubscriber>()
  const getChannel = (field: ChannelName): EventChannel => {
    const found = channels.get(field) ?? createEventChannel()
    channels.set(field, found)
    return found
  }
  const endSubscribersIf = (refusalFor: (subscriber: FeedSubscriber) => ApiError | null): void => {
    for (const one of channels.values()) {
      for (const subscriber of one.subscribers()) {
        const refusal = refusalFor(subscriber)
        if (refusal === null) continue
        one.remove(subscriber)
        subscriber.end(refusal)
      }
    }
  }
  return {
    projectId,
    cursor,
    get size() {
      let size = 0
      for (const one of channels.values()) size += one.size
      return size
    },
    channel: getChannel,
    add(field, subscriber) {
      if (getTokenBranch(subscriber.viewer()) !== null) limited.add(subscriber)
      getChannel(field).add(subscriber)
    },
    remove(field, subscriber) {
      limited.delete(subscriber)
      getChannel(field).remove(subscriber)
    },
    branchSubscribers: () => limited,
    endRefused: (access, branches) =>
      endSubscribersIf((subscriber) => {
        if (findSubscriberBranch(branches, subscriber) === undefined) return accessError('NOT_FOUND')
        const decision = decideSubscriberAccess(access, subscriber)
        return decision === 'allowed' ? null : accessError(decision)
      }),
    endAll: (refusal) => endSubscribersIf(() => refusal),
  }
}

/** An event for the subscribers of one field. */
export interface RoomEvent {
  readonly extensions: LiveExtensions
  /** Subscribers with the same audience get the same text. Null excludes this subscriber, who may not see the event. */
  audienceFor(subscriber: FeedSubscriber): string | null
  /** The event's data for this subscriber and everyone of its audience. */
  rootFor(subscriber: FeedSubscriber, audience: string): object
}

/** The subscribers of one field of one project, grouped by their selection. */
interface EventChannel {
  readonly size: number
  add(subscriber: FeedSubscriber): void
  remove(subscriber: FeedSubscriber): void
  subscribers(): Iterable<FeedSubscriber>
  /** Executes and serializes once for all subscribers with the same selection and rights. */
  publish(telling: RoomEvent): Promise<void>
}

function createEventChannel(): EventChannel {
  const groups = new Map<string, Set<FeedSubscriber>>()
  let size = 0
  return {
    get size() {
      return size
    },
    add(subscriber) {
      const group = groups.get(subscriber.key) ?? new Set()
      groups.set(subscriber.key, group.add(subscriber))
      size += 1
    },
    remove(subscriber) {
      const group = groups.get(subscriber.key)
      if (group?.delete(subscriber) !== true) return
      size -= 1
      if (group.size === 0) groups.delete(subscriber.key)
    },
    *subscribers() {
      for (const group of groups.values()) yield* group
    },
    async publish(event) {
      for (const group of groups.values()) {
        for (const audience of groupByAudience(group, event)) await sendToAudience(group, audience, event)
      }
    },
  }
}

type Audience = readonly [name: string, subscribers: readonly FeedSubscriber[]]

function groupByAudience(group: ReadonlySet<FeedSubscriber>, event: RoomEvent): Iterable<Audience> {
  const audiences = new Map<string, FeedSubscriber[]>()
  for (const subscriber of group) {
    const name = event.audienceFor(subscriber)
    if (name === null) continue
    const audience = audiences.get(name)
    if (audience === undefined) audiences.set(name, [subscriber])
    else audience.push(subscriber)
  }
  return audiences
}

async function sendToAudience(
  group: ReadonlySet<FeedSubscriber>,
  [audience, subscribers]: Audience,
  event: RoomEvent,
): Promise<void> {
  const [first] = subscribers
  if (first === undefined) return
  const text = await first.write(event.rootFor(first, audience), first.viewer(), event.extensions)
  for (const subscriber of subscribers) {
    // A subscriber that ended while the text was written must not receive it.
    if (group.has(subscriber)) subscriber.send(text)
  }
}

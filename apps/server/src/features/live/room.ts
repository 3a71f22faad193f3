import { findRole, type Role } from '@espalier/domain'
import type { ApiError } from '../../api/errors.ts'
import type { FeedSubscriber, LiveExtensions } from '../../api/live-feed.ts'
import type { ProjectChanges } from '../../database/read-change-log.ts'
import { accessError, getUserId } from '../projects/index.ts'
import { livePolicy } from './policy.ts'

const channelNames = ['nodeCreated', 'nodeUpdated', 'nodeBatchUpdated', 'projectUpdated', 'projectSessions'] as const
export type ChannelName = (typeof channelNames)[number]

/** A project and who may what in it, as read together with what is told. */
export type RoomAccess = Pick<ProjectChanges, 'project' | 'members'>

/** One project that somebody on this server listens to. */
export interface Room {
  readonly projectId: string
  /** Everything up to this sequence number has been told. */
  cursor: number
  readonly size: number
  channel(field: ChannelName): EventChannel
  add(field: ChannelName, subscriber: FeedSubscriber): void
  remove(field: ChannelName, subscriber: FeedSubscriber): void
  /** Ends every subscriber who may no longer hear. */
  endRefused(scene: RoomAccess): void
  endAll(refusal: ApiError): void
}

export const findSubscriberRole = ({ project, members }: RoomAccess, subscriber: FeedSubscriber): Role =>
  findRole(getUserId(subscriber.viewer()), {
    owner: project.owner,
    sharing: { generalAccess: project.general_access, users: members },
  })

const decideSubscriberAccess = (scene: RoomAccess, subscriber: FeedSubscriber) =>
  livePolicy['project.hear'](subscriber.viewer(), {
    role: findSubscriberRole(scene, subscriber),
    status: scene.project.status,
  })

/** Nobody is told who may not hear now, whatever was true when they came. */
export const audienceIfAllowed = (
  scene: RoomAccess,
  audienceOf: (role: Role, subscriber: FeedSubscriber) => string,
): RoomEvent['audienceFor'] => {
  return (subscriber) =>
    decideSubscriberAccess(scene, subscriber) === 'allowed'
      ? audienceOf(findSubscriberRole(scene, subscriber), subscriber)
      : null
}

export function createRoom(projectId: string, cursor: number): Room {
  const topics = new Map<ChannelName, EventChannel>(channelNames.map((field) => [field, createEventChannel()]))
  const topic = (field: ChannelName): EventChannel => {
    const found = topics.get(field) ?? createEventChannel()
    topics.set(field, found)
    return found
  }
  const endWhere = (refusalFor: (subscriber: FeedSubscriber) => ApiError | null): void => {
    for (const one of topics.values()) {
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
      for (const one of topics.values()) size += one.size
      return size
    },
    channel: topic,
    add: (field, subscriber) => topic(field).add(subscriber),
    remove: (field, subscriber) => topic(field).remove(subscriber),
    endRefused: (scene) =>
      endWhere((subscriber) => {
        const decision = decideSubscriberAccess(scene, subscriber)
        return decision === 'allowed' ? null : accessError(decision)
      }),
    endAll: (refusal) => endWhere(() => refusal),
  }
}

/** Something to be told to the subscribers of one field. */
export interface RoomEvent {
  readonly extensions: LiveExtensions
  /** Those with the same answer get the same text. Null: this one may not know, and is left out. */
  audienceFor(subscriber: FeedSubscriber): string | null
  /** What there is to tell to this one and everyone of its audience. */
  rootFor(subscriber: FeedSubscriber, audience: string): object
}

/** The subscribers of one field of one project, by what they ask for. */
interface EventChannel {
  readonly size: number
  add(subscriber: FeedSubscriber): void
  remove(subscriber: FeedSubscriber): void
  subscribers(): Iterable<FeedSubscriber>
  /** One execution and one text for all who ask for the same and may see the same. */
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
    async publish(telling) {
      for (const group of groups.values()) {
        for (const audience of groupByAudience(group, telling)) await sendToAudience(group, audience, telling)
      }
    },
  }
}

type Audience = readonly [name: string, subscribers: readonly FeedSubscriber[]]

function groupByAudience(group: ReadonlySet<FeedSubscriber>, telling: RoomEvent): Iterable<Audience> {
  const audiences = new Map<string, FeedSubscriber[]>()
  for (const subscriber of group) {
    const name = telling.audienceFor(subscriber)
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
  telling: RoomEvent,
): Promise<void> {
  const [first] = subscribers
  if (first === undefined) return
  const text = await first.write(telling.rootFor(first, audience), first.viewer(), telling.extensions)
  for (const subscriber of subscribers) {
    // Whoever was ended while the text was made must hear no more.
    if (group.has(subscriber)) subscriber.send(text)
  }
}

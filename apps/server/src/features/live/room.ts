import type { ProjectChanges } from '../../database/project-tail.ts'
import { findRole, type Role } from '@espalier/domain'
import type { FeedSubscriber } from '../../transport/graphql/feed.ts'
import type { ApiError } from '../../transport/api-error.ts'
import { accessError, getUserId } from '../projects/index.ts'
import { livePolicy } from './policy.ts'
import { createEventChannel, type RoomEvent, type EventChannel } from './topic.ts'

export const channelNames = [
  'nodeCreated',
  'nodeUpdated',
  'nodeBatchUpdated',
  'projectUpdated',
  'projectSessions',
] as const
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
    decideSubscriberAccess(scene, subscriber) === 'allowed' ? audienceOf(findSubscriberRole(scene, subscriber), subscriber) : null
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

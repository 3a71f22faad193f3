import type { ProjectTail } from '../../database/project-tail.ts'
import { roleOf, type Role } from '@espalier/domain'
import type { Subscriber } from '../../transport/graphql/feed.ts'
import type { ApiError } from '../../transport/api-error.ts'
import { refusalOf, userIdOf } from '../projects/index.ts'
import { livePolicy } from './policy.ts'
import { createTopic, type Telling, type Topic } from './topic.ts'

export const liveFields = [
  'nodeCreated',
  'nodeUpdated',
  'nodeBatchUpdated',
  'projectUpdated',
  'projectSessions',
] as const
export type LiveField = (typeof liveFields)[number]

/** A project and who may what in it, as read together with what is told. */
export type Scene = Pick<ProjectTail, 'project' | 'members'>

/** One project that somebody on this server listens to. */
export interface Room {
  readonly projectId: string
  /** Everything up to this sequence number has been told. */
  cursor: number
  readonly size: number
  topic(field: LiveField): Topic
  add(field: LiveField, subscriber: Subscriber): void
  remove(field: LiveField, subscriber: Subscriber): void
  /** Ends every subscriber who may no longer hear. */
  endRefused(scene: Scene): void
  endAll(refusal: ApiError): void
}

export const roleIn = ({ project, members }: Scene, subscriber: Subscriber): Role =>
  roleOf(userIdOf(subscriber.viewer()), {
    owner: project.owner,
    sharing: { generalAccess: project.general_access, users: members },
  })

const decisionFor = (scene: Scene, subscriber: Subscriber) =>
  livePolicy['project.hear'](subscriber.viewer(), {
    role: roleIn(scene, subscriber),
    status: scene.project.status,
  })

/** Nobody is told who may not hear now, whatever was true when they came. */
export const toldTo = (
  scene: Scene,
  audienceOf: (role: Role, subscriber: Subscriber) => string,
): Telling['audienceOf'] => {
  return (subscriber) =>
    decisionFor(scene, subscriber) === 'allowed' ? audienceOf(roleIn(scene, subscriber), subscriber) : null
}

export function createRoom(projectId: string, cursor: number): Room {
  const topics = new Map<LiveField, Topic>(liveFields.map((field) => [field, createTopic()]))
  const topic = (field: LiveField): Topic => {
    const found = topics.get(field) ?? createTopic()
    topics.set(field, found)
    return found
  }
  const endWhere = (refusalFor: (subscriber: Subscriber) => ApiError | null): void => {
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
    topic,
    add: (field, subscriber) => topic(field).add(subscriber),
    remove: (field, subscriber) => topic(field).remove(subscriber),
    endRefused: (scene) =>
      endWhere((subscriber) => {
        const decision = decisionFor(scene, subscriber)
        return decision === 'allowed' ? null : refusalOf(decision)
      }),
    endAll: (refusal) => endWhere(() => refusal),
  }
}

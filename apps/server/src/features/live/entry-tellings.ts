import { isMember, type Role } from '@espalier/domain'
import type { ChangeKind } from '../../database/change-log.ts'
import type { ProjectChanges, ChangeLogEntry } from '../../database/project-tail.ts'
import type { FeedSubscriber } from '../../transport/graphql/feed.ts'
import { toProjectView, getUserId } from '../projects/index.ts'
import { findSubscriberRole, audienceIfAllowed, type ChannelName } from './room.ts'
import type { RoomEvent } from './topic.ts'

/** Which field tells of a change; nobody can have subscribed to a project that was only just made. */
export const channelByChangeKind: Readonly<Record<ChangeKind, ChannelName | null>> = {
  'project-created': null,
  'project-updated': 'projectUpdated',
  'node-created': 'nodeCreated',
  'node-updated': 'nodeUpdated',
  'nodes-updated': 'nodeBatchUpdated',
}

/** What there is to tell of one row of the log. */
export function toRoomEvent(tail: ProjectChanges, entry: ChangeLogEntry, field: ChannelName): RoomEvent | null {
  const extensions = { seq: entry.seq, clientId: entry.clientId }
  if (field === 'projectUpdated') {
    const { project, members } = tail
    return {
      extensions,
      audienceFor: audienceIfAllowed(tail, chooseProjectAudience),
      rootFor: (subscriber) => ({ projectUpdated: toProjectView(project, members, findSubscriberRole(tail, subscriber)) }),
    }
  }
  const nodes = entry.nodeIds.flatMap((id) => tail.nodes.get(id) ?? [])
  if (nodes.length === 0) return null
  const root = { [field]: field === 'nodeBatchUpdated' ? nodes : nodes[0] }
  return { extensions, audienceFor: audienceIfAllowed(tail, () => 'all'), rootFor: () => root }
}

/** The people of a project are for those named in it; which projects link to it depends on who asks. */
function chooseProjectAudience(role: Role, subscriber: FeedSubscriber): string {
  const named = isMember(role) ? 'named' : 'linked'
  return subscriber.selectsField('nodeLinks') ? `${named} ${getUserId(subscriber.viewer()) ?? ''}` : named
}

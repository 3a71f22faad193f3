import { isMember, type Role } from '@espalier/domain'
import type { ChangeKind } from '../../database/change-log.ts'
import type { ProjectTail, TailEntry } from '../../database/project-tail.ts'
import type { Subscriber } from '../../transport/graphql/feed.ts'
import { projectView, userIdOf } from '../projects/index.ts'
import { roleIn, toldTo, type LiveField } from './room.ts'
import type { Telling } from './topic.ts'

/** Which field tells of a change; nobody can have subscribed to a project that was only just made. */
export const fieldOf: Readonly<Record<ChangeKind, LiveField | null>> = {
  'project-created': null,
  'project-updated': 'projectUpdated',
  'node-created': 'nodeCreated',
  'node-updated': 'nodeUpdated',
  'nodes-updated': 'nodeBatchUpdated',
}

/** What there is to tell of one row of the log. */
export function tellingOf(tail: ProjectTail, entry: TailEntry, field: LiveField): Telling | null {
  const extensions = { seq: entry.seq, clientId: entry.clientId }
  if (field === 'projectUpdated') {
    const { project, members } = tail
    return {
      extensions,
      audienceOf: toldTo(tail, projectAudience),
      rootFor: (subscriber) => ({ projectUpdated: projectView(project, members, roleIn(tail, subscriber)) }),
    }
  }
  const nodes = entry.nodeIds.flatMap((id) => tail.nodes.get(id) ?? [])
  if (nodes.length === 0) return null
  const root = { [field]: field === 'nodeBatchUpdated' ? nodes : nodes[0] }
  return { extensions, audienceOf: toldTo(tail, () => 'all'), rootFor: () => root }
}

/** The people of a project are for those named in it; which projects link to it depends on who asks. */
function projectAudience(role: Role, subscriber: Subscriber): string {
  const named = isMember(role) ? 'named' : 'linked'
  return subscriber.asksFor('nodeLinks') ? `${named} ${userIdOf(subscriber.viewer()) ?? ''}` : named
}

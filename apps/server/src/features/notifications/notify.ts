import { randomUUID } from 'node:crypto'
import type { LoggedChange } from '../../database/change-log.ts'
import { readProjectMembers } from '../../database/projects.ts'
import type { Bus } from '../../ports/bus.ts'
import type { ProjectWrite, StoredWrite } from '../projects/index.ts'
import {
  type CommentEvent,
  decideCommentRecipients,
  listAssignments,
  listFinished,
  type NodeChange,
} from './decide-recipients.ts'
import { type Candidate, filterCandidates, readAudience, readUnblocked, storeNotifications } from './store.ts'

/** Stores the notifications of a comment in its own transaction. Returns their ids, to be announced after the commit. */
export async function notifyAboutComment({ tx, project, at }: ProjectWrite, event: CommentEvent): Promise<string[]> {
  const people = await readAudience(tx.client, project.id, event.nodeId)
  const { commentId, nodeId } = event
  const wanted = [...decideCommentRecipients(event, people)].map(([userId, kind]) => ({
    id: randomUUID(),
    userId,
    kind,
    nodeId,
    commentId,
  }))
  return storeNotifications(tx.client, { projectId: project.id, actorId: event.authorId, at }, wanted)
}

interface ProposalEvent {
  readonly authorId: string
  /** A program proposes in the name of its person, who has to be asked as well. */
  readonly isByToken: boolean
}

/** Notifies everybody who can decide a proposal, in its own transaction. Returns the ids, to be announced later. */
export async function notifyAboutProposal(
  { tx, project, at }: ProjectWrite,
  { authorId, isByToken }: ProposalEvent,
): Promise<string[]> {
  const members = (await readProjectMembers(tx.client, [project.id])).get(project.id) ?? {}
  const editors = Object.keys(members).filter((id) => members[id] === 'editor')
  const candidates = [project.owner, ...editors]
    .filter((userId) => isByToken || userId !== authorId)
    .map((userId) => ({ userId, kind: 'proposal' as const, nodeId: null }))
  const wanted = (await filterCandidates(tx.client, project.id, candidates)).map((one) => ({
    ...one,
    id: randomUUID(),
  }))
  return storeNotifications(tx.client, { projectId: project.id, actorId: authorId, at }, wanted)
}

/** Stores the notifications of changes of nodes and of sharing, in the change's own transaction. */
export const createNotificationListener =
  (bus: Pick<Bus, 'publish'>) =>
  async ({ tx, before, project, changes, caller, at, afterCommit }: StoredWrite): Promise<void> => {
    // Nobody else can be in a project that was just created; a copy carries the assignees of its source.
    if (before.seq === 0) return
    const actorId = caller.viewer.person.id
    const nodes = changes.flatMap(readNodeChanges)
    const finished = listFinished(nodes)
    const unblocked = finished.length === 0 ? [] : await readUnblocked(tx.client, project.id, finished)
    const candidates: Candidate[] = [
      ...listAssignments(nodes, actorId).map((one) => ({ ...one, kind: 'assigned' as const })),
      ...unblocked.filter(({ userId }) => userId !== actorId).map((one) => ({ ...one, kind: 'unblocked' as const })),
      ...changes
        .flatMap(listAddedPeople)
        .filter((userId) => userId !== actorId)
        .map((userId) => ({ userId, kind: 'shared' as const, nodeId: null })),
    ]
    if (candidates.length === 0) return
    const wanted = (await filterCandidates(tx.client, project.id, candidates)).map((one) => ({
      ...one,
      id: randomUUID(),
    }))
    const ids = await storeNotifications(tx.client, { projectId: project.id, actorId, at }, wanted)
    if (ids.length > 0) afterCommit(() => bus.publish({ kind: 'notifications-added', ids }))
  }

function readNodeChanges({ payload, before }: LoggedChange): readonly NodeChange[] {
  const former = new Map((before?.nodes ?? []).map((node) => [node.id, node as NodeChange['before']]))
  return (payload.nodes ?? []).map((patch) => ({ id: patch.id, before: former.get(patch.id) ?? null, after: patch }))
}

/** Returns the people whom a change of sharing has added. */
function listAddedPeople({ payload, before }: LoggedChange): readonly string[] {
  const former = Object.keys(before?.project?.['users'] ?? {})
  return Object.keys(payload.project?.['users'] ?? {}).filter((id) => !former.includes(id))
}

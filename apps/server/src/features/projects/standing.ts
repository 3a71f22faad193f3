import { roleOf, type Permission } from '@espalier/domain'

import { markOpened, readMembership, readProjectHead, type FindRow, type ProjectHead } from '../../database/projects.ts'
import type { Queries } from '../../database/read-nodes.ts'
import type { Audit } from '../../ports/audit.ts'
import type { Log } from '../../ports/log.ts'
import type { Viewer } from '../../transport/viewer.ts'
import { refusalOf, type Rule, type Standing } from './policy.ts'

/** A project and what its caller is to it. */
export interface SeenProject<Row extends ProjectHead = ProjectHead> extends Standing {
  readonly project: Row
  /** False: a member who has not opened the project yet. */
  readonly hasOpened: boolean
}

export const userIdOf = (viewer: Viewer): string | null => (viewer.kind === 'person' ? viewer.person.id : null)

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Ids of projects and nodes. Anything else names nothing that could be stored. */
export const isStoredId = (id: string): boolean => uuid.test(id)

/** The membership is read after the project: where that was locked, it is the one that holds now. */
export async function findProjectBy<Row extends ProjectHead>(
  read: FindRow<Row>,
  db: Queries,
  viewer: Viewer,
  id: string,
): Promise<SeenProject<Row> | null> {
  const project = isStoredId(id) ? await read(db, id) : undefined
  if (project === undefined) return null
  const userId = userIdOf(viewer)
  const membership = userId === null || userId === project.owner ? null : await readMembership(db, project.id, userId)
  const users: Record<string, Permission> = userId === null || membership === null ? {} : { [userId]: membership.role }
  const role = roleOf(userId, { owner: project.owner, sharing: { generalAccess: project.general_access, users } })
  return { project, role, status: project.status, hasOpened: membership?.hasOpened ?? true }
}

/**
 * Remembers that a member has opened the project. From then on the other members may know who they are. Reading goes on
 * where it cannot be stored, for example on a full disk.
 */
export async function recordOpening(db: Queries, { project, hasOpened }: SeenProject, viewer: Viewer, log: Log) {
  const userId = userIdOf(viewer)
  if (hasOpened || userId === null) return
  await markOpened(db, project.id, userId).catch((error: unknown) =>
    log.warn({ err: error, projectId: project.id }, 'the first opening of a project could not be stored'),
  )
}

/** Without the project's long texts. */
export const findProject = (db: Queries, viewer: Viewer, id: string): Promise<SeenProject | null> =>
  findProjectBy(readProjectHead, db, viewer, id)

/** Throws what the caller is told where the rule does not let them. */
export function requireAllowed<Row extends ProjectHead>(
  found: SeenProject<Row> | null,
  { viewer, rule, audit }: { readonly viewer: Viewer; readonly rule: Rule; readonly audit: Audit },
): SeenProject<Row> {
  const decision = rule(viewer, found)
  if (decision === 'allowed' && found !== null) return found
  const refused = decision === 'allowed' ? 'NOT_FOUND' : decision
  if (found !== null) {
    audit({
      kind: 'access-refused',
      projectId: found.project.id,
      userId: userIdOf(viewer),
      role: found.role,
      answer: refused,
    })
  }
  throw refusalOf(refused)
}

import { findRole, isUuid, type Permission } from '@espalier/domain'
import type { Viewer } from '../../api/viewer.ts'
import type { SqlClient } from '../../database/nodes.ts'
import {
  type FindProjectRow,
  markProjectOpened,
  type ProjectHead,
  readProjectHead,
  readProjectMembership,
} from '../../database/projects.ts'
import type { Audit, Log } from '../../ports/log.ts'
import { accessError, type AccessRule, type CallerAccess } from './policy.ts'

/** A project and what its caller is to it. */
export interface ProjectWithAccess<Row extends ProjectHead = ProjectHead> extends CallerAccess {
  readonly project: Row
  /** False: a member who has not opened the project yet. */
  readonly hasOpened: boolean
}

export const getUserId = (viewer: Viewer): string | null => (viewer.kind === 'person' ? viewer.person.id : null)

/** Ids of projects and nodes. Anything else names nothing that could be stored. */
export const isStoredId = (id: string): boolean => isUuid(id)

/** The membership is read after the project: where that was locked, it is the one that holds now. */
export async function findProjectWith<Row extends ProjectHead>(
  read: FindProjectRow<Row>,
  db: SqlClient,
  viewer: Viewer,
  id: string,
): Promise<ProjectWithAccess<Row> | null> {
  const project = isStoredId(id) ? await read(db, id) : undefined
  if (project === undefined) return null
  const userId = getUserId(viewer)
  const membership =
    userId === null || userId === project.owner ? null : await readProjectMembership(db, project.id, userId)
  const users: Record<string, Permission> = userId === null || membership === null ? {} : { [userId]: membership.role }
  const role = findRole(userId, { owner: project.owner, sharing: { generalAccess: project.general_access, users } })
  return { project, role, status: project.status, hasOpened: membership?.hasOpened ?? true }
}

/**
 * Remembers that a member has opened the project. From then on the other members may know who they are. Reading goes on
 * where it cannot be stored, for example on a full disk.
 */
export async function recordFirstOpening(
  db: SqlClient,
  { project, hasOpened }: ProjectWithAccess,
  viewer: Viewer,
  log: Log,
) {
  const userId = getUserId(viewer)
  if (hasOpened || userId === null) return
  await markProjectOpened(db, project.id, userId).catch((error: unknown) =>
    log.warn({ err: error, projectId: project.id }, 'the first opening of a project could not be stored'),
  )
}

/** Without the project's long texts. */
export const findProjectForViewer = (db: SqlClient, viewer: Viewer, id: string): Promise<ProjectWithAccess | null> =>
  findProjectWith(readProjectHead, db, viewer, id)

/** Throws what the caller is told where the rule does not let them. */
export function requireProjectAccess<Row extends ProjectHead>(
  found: ProjectWithAccess<Row> | null,
  { viewer, rule, audit }: { readonly viewer: Viewer; readonly rule: AccessRule; readonly audit: Audit },
): ProjectWithAccess<Row> {
  const decision = rule(viewer, found)
  if (decision === 'allowed' && found !== null) return found
  const refused = decision === 'allowed' ? 'NOT_FOUND' : decision
  if (found !== null) {
    audit({
      kind: 'access-refused',
      projectId: found.project.id,
      userId: getUserId(viewer),
      role: found.role,
      answer: refused,
    })
  }
  throw accessError(refused)
}

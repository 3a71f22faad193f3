import { findRole, isMember, isUuid, type Permission, type Role } from '@espalier/domain'
import { getToken, getTokenBranch } from '../../api/token-rights.ts'
import type { Viewer } from '../../api/viewer.ts'
import { type Branch, readBranch } from '../../database/branches.ts'
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

/** A project with the caller's access to it. */
export interface ProjectWithAccess<Row extends ProjectHead = ProjectHead> extends CallerAccess {
  readonly project: Row
  /** The role of the person. `role` is less if a program acts for them. */
  readonly personRole: Role
  /** False for a member who has not opened the project yet. */
  readonly hasOpened: boolean
  /** If set, a program that sees only this branch of the project. */
  readonly branch: Branch | null
}

export const getUserId = (viewer: Viewer): string | null => (viewer.kind === 'person' ? viewer.person.id : null)

/** Checks ids of projects and nodes. Nothing else can be stored. */
export const isStoredId = (id: string): boolean => isUuid(id)

/** The membership is read after the project: if the project was locked, the membership is current. */
export async function findProjectWith<Row extends ProjectHead>(
  read: FindProjectRow<Row>,
  db: SqlClient,
  viewer: Viewer,
  id: string,
): Promise<ProjectWithAccess<Row> | null> {
  const project = isStoredId(id) ? await read(db, id) : undefined
  if (project === undefined || !isWithinToken(viewer, project.id)) return null
  const limits = getTokenBranch(viewer)
  const branch = limits === null ? null : await readBranch(db, project.id, limits.nodeId)
  // Without its top node a branch is nothing, and neither is the project around it.
  if (limits !== null && branch === null) return null
  const userId = getUserId(viewer)
  const membership =
    userId === null || userId === project.owner ? null : await readProjectMembership(db, project.id, userId)
  const users: Record<string, Permission> = userId === null || membership === null ? {} : { [userId]: membership.role }
  const role = findRole(userId, { owner: project.owner, sharing: { generalAccess: project.general_access, users } })
  return {
    project,
    personRole: role,
    role: limitRole(viewer, role),
    status: project.status,
    hasOpened: membership?.hasOpened ?? true,
    branch,
  }
}

/** For a program with a token for one project, the others do not exist. */
export function isWithinToken(viewer: Viewer, projectId: string): boolean {
  const only = getToken(viewer)?.projectId ?? null
  return only === null || only === projectId
}

/** A program never has more than the role of an editor, whatever its person is, and less if its token says so. */
function limitRole(viewer: Viewer, role: Role): Role {
  const token = getToken(viewer)
  if (token === null || !isMember(role) || role === 'viewer') return role
  return token.role === 'editor' ? 'editor' : 'viewer'
}

/**
 * Records that a member has opened the project. From then on the other members may know them. A failure to store it,
 * for example on a full disk, does not stop reading.
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

/** Omits the project's long texts. */
export const findProjectForViewer = (db: SqlClient, viewer: Viewer, id: string): Promise<ProjectWithAccess | null> =>
  findProjectWith(readProjectHead, db, viewer, id)

/** Throws the API error if the rule refuses the caller. */
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

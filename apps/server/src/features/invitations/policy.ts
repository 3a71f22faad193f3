import { canShare } from '@espalier/domain'
import {
  accessError,
  type AccessRule,
  allowEditors,
  allowSignedIn,
  type Caller,
  type ProjectWrite,
  type SignedInViewer,
  type WriteTransaction,
} from '../projects/index.ts'

/** The token grants the access, so the caller needs none before. In the trash nobody joins. */
const allowInvited: AccessRule = (viewer, access) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  return access === null || access.status === 'deleted' ? 'NOT_FOUND' : 'allowed'
}

/** The policy of invitations. Creating and revoking them also needs the right to share, see `openToShare`. */
export const invitationPolicy = {
  'invitations.list': allowEditors,
  'invitation.create': allowEditors,
  'invitation.revoke': allowEditors,
  'invitation.accept': allowInvited,
  'access.ask': allowSignedIn,
} as const satisfies Record<string, AccessRule>

/** Editors share a project as well, unless its owner has reserved that. */
export const mayShareProject = (
  { hasAccess: hasProductAccess }: SignedInViewer,
  { project, role }: Pick<ProjectWrite, 'role'> & { readonly project: SharedRow },
): boolean =>
  canShare({ role, status: project.status, hasProductAccess }, { editorsMayShare: project.editors_may_share })

type SharedRow = Pick<ProjectWrite['project'], 'status' | 'editors_may_share'>

/** Locks a project that the caller may share. */
export async function openToShare(
  work: WriteTransaction,
  { viewer }: Caller,
  projectId: string,
  operation: 'invitation.create' | 'invitation.revoke',
): Promise<ProjectWrite> {
  const write = await work.open(projectId, invitationPolicy[operation])
  if (!mayShareProject(viewer, write)) throw accessError('FORBIDDEN')
  return write
}

import {
  canAdminister,
  canEdit,
  canLeave,
  canView,
  isMember,
  projectTexts,
  sharingTexts,
  type ProjectStatus,
  type Role,
} from '@espalier/domain'

import { ApiError } from '../../api/errors.ts'
import type { SignedInViewer, Viewer } from '../../api/viewer.ts'
import type { Branch } from '../../database/branches.ts'
import { requestTexts } from '../../texts/requests.ts'

export type { SignedInViewer } from '../../api/viewer.ts'

export type AccessDecision = 'allowed' | 'UNAUTHENTICATED' | 'NOT_FOUND' | 'FORBIDDEN'

/** A caller's access to one project. */
export interface CallerAccess {
  readonly role: Role
  readonly status: ProjectStatus
  /** If set, a program that sees only this branch of the project. */
  readonly branch?: Branch | null
}

/** Null if there is no such project, or no project is involved. */
export type AccessRule = (viewer: Viewer, standing: CallerAccess | null) => AccessDecision

export const allowViewers: AccessRule = (_viewer, access) =>
  access !== null && canView(access) ? 'allowed' : 'NOT_FOUND'

export const allowEditors: AccessRule = (viewer, access) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  if (access === null || !canView(access)) return 'NOT_FOUND'
  return canEdit({ ...access, hasProductAccess: viewer.hasAccess }) ? 'allowed' : 'FORBIDDEN'
}

/** Views and settings of one's own are for the people who are named in the project. */
export const allowMembers: AccessRule = (viewer, access) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  if (access === null || !canView(access)) return 'NOT_FOUND'
  return isMember(access.role) && access.status !== 'deleted' ? 'allowed' : 'FORBIDDEN'
}

/** In the trash a project can only be restored, by its owner; the rest of the update is checked after that. */
const allowOwnerOrEditors: AccessRule = (viewer, access) => {
  if (viewer.kind === 'anonymous' || access === null) return allowEditors(viewer, access)
  const isOwners = canAdminister({ ...access, hasProductAccess: viewer.hasAccess })
  return isOwners ? 'allowed' : allowEditors(viewer, access)
}

const allowLeaving: AccessRule = (viewer, access) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  if (access === null || !canView(access)) return 'NOT_FOUND'
  return canLeave(access) ? 'allowed' : 'FORBIDDEN'
}

/** Allows an update that only leaves the project. A person who cannot leave gets the answer of any other update. */
const allowLeavingOrUpdating: AccessRule = (viewer, access) =>
  allowLeaving(viewer, access) === 'allowed' ? 'allowed' : allowOwnerOrEditors(viewer, access)

export const allowSignedIn: AccessRule = (viewer) => (viewer.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'allowed')

export const allowProductAccess: AccessRule = (viewer) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  return viewer.hasAccess ? 'allowed' : 'FORBIDDEN'
}

/** The policy of projects. */
export const projectPolicy = {
  'projects.list': allowSignedIn,
  'project.read': allowViewers,
  'project.create': allowProductAccess,
  'project.update': allowOwnerOrEditors,
  'project.saveViews': allowMembers,
  'project.leave': allowLeaving,
  'project.leaveByUpdate': allowLeavingOrUpdating,
  'project.edit': allowEditors,
  'project.clone': allowEditors,
} as const satisfies Record<string, AccessRule>

function describeDenial(decision: Exclude<AccessDecision, 'allowed'>): string {
  if (decision === 'UNAUTHENTICATED') return requestTexts.logInFirst
  return decision === 'NOT_FOUND' ? projectTexts.notFound : sharingTexts.denied
}

export const accessError = (decision: Exclude<AccessDecision, 'allowed'>): ApiError =>
  new ApiError(decision, describeDenial(decision))

/** For operations that involve no stored project. */
export function requireAllowedPerson(viewer: Viewer, rule: AccessRule): SignedInViewer {
  const decision = rule(viewer, null)
  if (decision !== 'allowed') throw accessError(decision)
  return requirePerson(viewer)
}

/** Only signed-in people may write: an anonymous caller learns nothing about what exists. */
export function requirePerson(viewer: Viewer): SignedInViewer {
  if (viewer.kind === 'anonymous') throw accessError('UNAUTHENTICATED')
  return viewer
}

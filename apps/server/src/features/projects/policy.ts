import {
  canAdminister,
  canEdit,
  canLeave,
  canView,
  projectTexts,
  sharingTexts,
  type ProjectStatus,
  type Role,
} from '@espalier/domain'

import { ApiError } from '../../api/errors.ts'
import type { SignedInViewer, Viewer } from '../../api/viewer.ts'

export type { SignedInViewer } from '../../api/viewer.ts'

export type AccessDecision = 'allowed' | 'UNAUTHENTICATED' | 'NOT_FOUND' | 'FORBIDDEN'

/** Where a caller stands towards one project. */
export interface CallerAccess {
  readonly role: Role
  readonly status: ProjectStatus
}

/** Null: there is no such project, or none is concerned. */
export type AccessRule = (viewer: Viewer, standing: CallerAccess | null) => AccessDecision

export const allowViewers: AccessRule = (_viewer, standing) =>
  standing !== null && canView(standing) ? 'allowed' : 'NOT_FOUND'

export const allowEditors: AccessRule = (viewer, standing) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  if (standing === null || !canView(standing)) return 'NOT_FOUND'
  return canEdit({ ...standing, hasProductAccess: viewer.hasAccess }) ? 'allowed' : 'FORBIDDEN'
}

/** In the trash a project can only be restored, by its owner; what else the update asks for is looked at after that. */
const allowOwnerOrEditors: AccessRule = (viewer, standing) => {
  if (viewer.kind === 'anonymous' || standing === null) return allowEditors(viewer, standing)
  const isOwners = canAdminister({ ...standing, hasProductAccess: viewer.hasAccess })
  return isOwners ? 'allowed' : allowEditors(viewer, standing)
}

const allowLeaving: AccessRule = (viewer, standing) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  if (standing === null || !canView(standing)) return 'NOT_FOUND'
  return canLeave(standing) ? 'allowed' : 'FORBIDDEN'
}

/** An update that asks for nothing but to leave. Who cannot leave is answered as for any other update. */
const allowLeavingOrUpdating: AccessRule = (viewer, standing) =>
  allowLeaving(viewer, standing) === 'allowed' ? 'allowed' : allowOwnerOrEditors(viewer, standing)

const allowSignedIn: AccessRule = (viewer) => (viewer.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'allowed')

export const allowProductAccess: AccessRule = (viewer) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  return viewer.hasAccess ? 'allowed' : 'FORBIDDEN'
}

/** Who may what with projects. */
export const projectPolicy = {
  'projects.list': allowSignedIn,
  'project.read': allowViewers,
  'project.create': allowProductAccess,
  'project.update': allowOwnerOrEditors,
  'project.leave': allowLeaving,
  'project.leaveByUpdate': allowLeavingOrUpdating,
  'project.edit': allowEditors,
  'project.clone': allowEditors,
} as const satisfies Record<string, AccessRule>

const denialTexts = {
  UNAUTHENTICATED: 'Sign in first',
  NOT_FOUND: projectTexts.notFound,
  FORBIDDEN: sharingTexts.denied,
} as const

export const accessError = (decision: Exclude<AccessDecision, 'allowed'>): ApiError =>
  new ApiError(decision, denialTexts[decision])

/** For what concerns no stored project. */
export function requireAllowedPerson(viewer: Viewer, rule: AccessRule): SignedInViewer {
  const decision = rule(viewer, null)
  if (decision !== 'allowed') throw accessError(decision)
  return requirePerson(viewer)
}

/** Writes are for people alone: an anonymous caller learns nothing about what exists. */
export function requirePerson(viewer: Viewer): SignedInViewer {
  if (viewer.kind === 'anonymous') throw accessError('UNAUTHENTICATED')
  return viewer
}

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

import { ApiError } from '../../transport/api-error.ts'
import type { Viewer } from '../../transport/viewer.ts'

export type Decision = 'allowed' | 'UNAUTHENTICATED' | 'NOT_FOUND' | 'FORBIDDEN'
export type SignedInViewer = Extract<Viewer, { kind: 'person' }>

/** Where a caller stands towards one project. */
export interface Standing {
  readonly role: Role
  readonly status: ProjectStatus
}

/** Null: there is no such project, or none is concerned. */
export type Rule = (viewer: Viewer, standing: Standing | null) => Decision

export const whoeverSees: Rule = (_viewer, standing) =>
  standing !== null && canView(standing) ? 'allowed' : 'NOT_FOUND'

export const whoeverEdits: Rule = (viewer, standing) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  if (standing === null || !canView(standing)) return 'NOT_FOUND'
  return canEdit({ ...standing, hasProductAccess: viewer.hasAccess }) ? 'allowed' : 'FORBIDDEN'
}

/** In the trash a project can only be restored, by its owner; what else the update asks for is looked at after that. */
const whoeverUpdates: Rule = (viewer, standing) => {
  if (viewer.kind === 'anonymous' || standing === null) return whoeverEdits(viewer, standing)
  const isOwners = canAdminister({ ...standing, hasProductAccess: viewer.hasAccess })
  return isOwners ? 'allowed' : whoeverEdits(viewer, standing)
}

const leaveRule: Rule = (viewer, standing) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  if (standing === null || !canView(standing)) return 'NOT_FOUND'
  return canLeave(standing) ? 'allowed' : 'FORBIDDEN'
}

/** An update that asks for nothing but to leave. Who cannot leave is answered as for any other update. */
const leaveOrUpdateRule: Rule = (viewer, standing) =>
  leaveRule(viewer, standing) === 'allowed' ? 'allowed' : whoeverUpdates(viewer, standing)

const whoeverIsSignedIn: Rule = (viewer) => (viewer.kind === 'anonymous' ? 'UNAUTHENTICATED' : 'allowed')

export const whoeverHasAccess: Rule = (viewer) => {
  if (viewer.kind === 'anonymous') return 'UNAUTHENTICATED'
  return viewer.hasAccess ? 'allowed' : 'FORBIDDEN'
}

/** Who may what with projects. */
export const projectPolicy = {
  'projects.list': whoeverIsSignedIn,
  'project.read': whoeverSees,
  'project.create': whoeverHasAccess,
  'project.update': whoeverUpdates,
  'project.leave': leaveRule,
  'project.leaveByUpdate': leaveOrUpdateRule,
  'project.edit': whoeverEdits,
  'project.clone': whoeverEdits,
} as const satisfies Record<string, Rule>

const texts = {
  UNAUTHENTICATED: 'Sign in first',
  NOT_FOUND: projectTexts.notFound,
  FORBIDDEN: sharingTexts.denied,
} as const

export const refusalOf = (decision: Exclude<Decision, 'allowed'>): ApiError => new ApiError(decision, texts[decision])

/** For what concerns no stored project. */
export function requireSignedIn(viewer: Viewer, rule: Rule): SignedInViewer {
  const decision = rule(viewer, null)
  if (decision !== 'allowed') throw refusalOf(decision)
  return signedIn(viewer)
}

/** Writes are for people alone: an anonymous caller learns nothing about what exists. */
export function signedIn(viewer: Viewer): SignedInViewer {
  if (viewer.kind === 'anonymous') throw refusalOf('UNAUTHENTICATED')
  return viewer
}

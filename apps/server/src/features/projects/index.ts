export { callerFor, callerOf } from './caller.ts'
export { addNodes, changeNodes, type NodeFields } from './change-nodes.ts'
export { linkableProjects } from './linkable-projects.ts'
export { placeNodes } from './place-nodes.ts'
export { plantNodes } from './plant-nodes.ts'
export {
  refusalOf,
  requireSignedIn,
  signedIn,
  whoeverEdits,
  whoeverHasAccess,
  whoeverSees,
  type Rule,
  type SignedInViewer,
} from './policy.ts'
export { badInput, readBody, readLayout, textLimits, withinLength } from './project-input.ts'
export { projectView, viewFor, type ProjectView } from './project-view.ts'
export type { ProjectWrite } from './project-write.ts'
export { createQuotas, type QuotaLimits, type Quotas } from './quotas.ts'
export { projectsSlice } from './projects-slice.ts'
export { findProject, isStoredId, recordOpening, requireAllowed, userIdOf, type SeenProject } from './standing.ts'
export { forgetShareMails } from './share-mail.ts'
export { restoreProject } from './update-project.ts'
export { createWriteQueue } from './write-queue.ts'
export { createWrites, type Caller, type Work, type Writes, type Written } from './writes.ts'

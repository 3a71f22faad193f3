export {
  allowInBranch,
  type Branch,
  findViewerBranch,
  hideOutside,
  hideProject,
  isInBranch,
  limitBlockers,
  limitStructure,
  requirePlaceInBranch,
  toKnownId,
} from './branch-scope.ts'
export { createSystemCaller, readCaller } from './caller.ts'
export {
  addNodes,
  changeNodes,
  createNodeRecord,
  type NodeFields,
  type RequestedFields,
  settleNodeFields,
} from './change-nodes.ts'
export { copyDefinitions } from './copy-definitions.ts'
export { listSyncedFields } from './jira-fields.ts'
export { findLinkableProjects } from './insert-nodes.ts'
export { placeNodes } from './insert-nodes.ts'
export { insertImportedNodes } from './insert-nodes.ts'
export {
  accessError,
  requireAllowedPerson,
  requirePerson,
  allowEditors,
  allowMembers,
  allowProductAccess,
  allowSignedIn,
  allowViewers,
  type AccessRule,
  type SignedInViewer,
} from './policy.ts'
export { badInputError, sanitizeBody, readLayout, textLimits, requireMaxLength } from './project-input.ts'
export { readListedProjects, toProjectView, readProjectView, type ProjectView } from './project-view.ts'
export type { ProjectWrite } from './project-write.ts'
export { createQuotas, type QuotaLimits, type Quotas } from './quotas.ts'
export { projectsSlice } from './resolvers.ts'
export {
  findProjectForViewer,
  isStoredId,
  recordFirstOpening,
  requireProjectAccess,
  getUserId,
  type ProjectWithAccess,
} from './project-access.ts'
export { rereadNode, rereadProject } from './reread-answers.ts'
export { claimShareMails } from './share-project.ts'
export { deleteOldShareMails } from './store.ts'
export { addInvitedMember, restoreProjectFields } from './update-project.ts'
export { createWriteQueue } from './write-queue.ts'
export { createWrites, type Caller, type WriteTransaction, type Writes, type StoredWrite } from './writes.ts'

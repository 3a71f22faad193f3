export { callerFor, callerOf } from './caller.ts'
export { addNodes, changeNodes, type NodeChanges, type NodeFields } from './change-nodes.ts'
export { linkableProjects } from './linkable-projects.ts'
export { placeNodes, type PlacedNodes } from './place-nodes.ts'
export { plantNodes, type Planting } from './plant-nodes.ts'
export {
  projectPolicy,
  refusalOf,
  requireSignedIn,
  signedIn,
  whoeverEdits,
  whoeverHasAccess,
  whoeverSees,
  type Decision,
  type Rule,
  type SignedInViewer,
  type Standing,
} from './policy.ts'
export { badInput, readBody, readLayout, textLimits, withinLength } from './project-input.ts'
export { projectView, viewFor, type ProjectView } from './project-view.ts'
export type { ProjectWrite } from './project-write.ts'
export { projectsSlice, type ProjectsOptions } from './projects-slice.ts'
export type { FindPeople, SharingOptions } from './share-project.ts'
export { findProject, isStoredId, requireAllowed, userIdOf, type SeenProject } from './standing.ts'
export { restoreProject } from './update-project.ts'
export { createWrites, type Caller, type Work, type Writes, type WritesOptions, type Written } from './writes.ts'

import type { ProjectOpening } from '@espalier/sync'
import type { RehearsalProject } from './rehearsal-project.ts'

// The GraphQL client and the project's client are heavy: they come with the first question.
export const openProject = async (projectId: string): Promise<ProjectOpening> =>
  (await import('./open-project.ts')).openProject(projectId)

export type { RehearsalProject } from './rehearsal-project.ts'

/** By the code that opens a project, which is loaded for that anyway. */
export const createRehearsalProject = async (size: number): Promise<RehearsalProject> =>
  (await import('./open-project.ts')).createRehearsalProject(size)

import type { ProjectOpening, Transport } from '@espalier/sync'

// The GraphQL client and the project's client are heavy, so they are loaded with the first request.
export const openProject = async (projectId: string): Promise<ProjectOpening> =>
  (await import('./open-project.ts')).openProjectOfServer(projectId)

export const openProjectWithTransport = async (projectId: string, transport: Transport): Promise<ProjectOpening> =>
  (await import('./open-project.ts')).openProjectWithTransport(projectId, transport)

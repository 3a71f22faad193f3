import type { ApiAnswer } from '../projects/index.ts'
import type { ListedNode } from './ask-nodes.ts'

export type { ListedNode } from './ask-nodes.ts'

/** NOT_FOUND where there is no such project for this caller; the page says nothing about it by itself. */
export const fetchNodes = async (projectId: string): Promise<ApiAnswer<readonly ListedNode[]>> =>
  (await import('./ask-nodes.ts')).fetchNodes(projectId)

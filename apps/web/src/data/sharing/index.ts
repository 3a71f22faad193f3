import type { Api } from '@espalier/contract'
import { type ApiResult, type ListedProject, projectList } from '../projects/index.ts'

/** Only what is to change: the whole map would undo what others have shared meanwhile. */
export type SharingChange = Omit<Api.SharingInput, 'users'>

const sharingListeners = new Set<(project: ListedProject) => void>()

/** Called with the project as it is after each change of its sharing made in this tab. */
export function onSharingChanged(listener: (project: ListedProject) => void): () => void {
  sharingListeners.add(listener)
  return () => sharingListeners.delete(listener)
}

// The GraphQL client is heavy: it comes with the first question.
export async function updateSharing(id: string, change: SharingChange): Promise<ApiResult<ListedProject>> {
  const answer = await (await import('./ask-sharing.ts')).updateSharing(id, change)
  if (!answer.ok) return answer
  projectList.put(answer.value)
  for (const listener of sharingListeners) listener(answer.value)
  return answer
}

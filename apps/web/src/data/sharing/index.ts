import type { Api } from '@espalier/contract'
import { type ApiAnswer, type ListedProject, projectList } from '../projects/index.ts'

/** Only what is to change: the whole map would undo what others have shared meanwhile. */
export type SharingChange = Omit<Api.SharingInput, 'users'>

const listeners = new Set<(project: ListedProject) => void>()

/** Called with the project as it is after each change of its sharing made in this tab. */
export function onSharingChanged(listener: (project: ListedProject) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// The GraphQL client is heavy: it comes with the first question.
export async function updateSharing(id: string, change: SharingChange): Promise<ApiAnswer<ListedProject>> {
  const answer = await (await import('./ask-sharing.ts')).updateSharing(id, change)
  if (!answer.ok) return answer
  projectList.put(answer.value)
  for (const listener of listeners) listener(answer.value)
  return answer
}

import type { Api } from '@espalier/schema'
import { readSharing, type Sharing } from '@espalier/domain'
import { createListeners } from '../platform/cell.ts'

/**
 * The fields that a list shows. Bodies stay on the server, because two thousand of them would be most of the answer.
 */
export interface ListedProject extends Pick<
  Api.Project,
  'id' | 'title' | 'status' | 'completionStatus' | 'owner' | 'seq' | 'updatedAt'
> {
  readonly sharing: Sharing
}

/** A project with all its fields. */
export interface Project extends ListedProject, Pick<Api.Project, 'body' | 'layout'> {
  readonly json: unknown
}

type AsSent<Known extends ListedProject> = Omit<Known, 'sharing'> & { readonly sharing: Api.Sharing }
export type SentListedProject = AsSent<ListedProject>
export type SentFullProject = AsSent<Project>

export const readProject = (sent: SentFullProject): Project => ({ ...sent, sharing: readSharing(sent.sharing) })

export const readListedProject = (sent: SentListedProject): ListedProject => ({
  ...sent,
  sharing: readSharing(sent.sharing),
})

/** Notifies of each project in an answer to a change of this tab: the lists and the open project take it over. */
export const projectChanges = createListeners<ListedProject>()

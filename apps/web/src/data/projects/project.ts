import type { Api } from '@espalier/contract'
import { isPermission, type Sharing } from '@espalier/domain'

/** What a list shows of a project. Bodies stay on the server: two thousand of them would be most of the answer. */
export interface ListedProject extends Pick<
  Api.Project,
  'id' | 'title' | 'status' | 'completionStatus' | 'owner' | 'seq' | 'updatedAt'
> {
  readonly sharing: Sharing
}

/** A project with all of its own fields. */
export interface Project extends ListedProject, Pick<Api.Project, 'body' | 'layout'> {
  readonly json: unknown
}

type AsSent<Known extends ListedProject> = Omit<Known, 'sharing'> & { readonly sharing: Api.Sharing }
export type SentListedProject = AsSent<ListedProject>
export type SentFullProject = AsSent<Project>

type SentSharing = Pick<Api.Sharing, 'generalAccess' | 'users'> & Partial<Pick<Api.Sharing, 'editorsMayShare'>>

/** The map of people comes as any JSON; only what is a permission is kept. */
export const readSharing = ({ generalAccess, users, editorsMayShare }: SentSharing): Sharing => ({
  generalAccess,
  ...(editorsMayShare === false && { editorsMayShare }),
  users: Object.fromEntries(
    Object.entries(users ?? {}).flatMap(([id, role]) => (isPermission(role) ? [[id, role]] : [])),
  ),
})

export const readProject = (sent: SentFullProject): Project => ({ ...sent, sharing: readSharing(sent.sharing) })

export const readListedProject = (sent: SentListedProject): ListedProject => ({ ...sent, sharing: readSharing(sent.sharing) })

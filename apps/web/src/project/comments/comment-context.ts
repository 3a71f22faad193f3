import { useMemo, useSyncExternalStore } from 'react'
import type { ApiFailure } from '../../api/graphql/api-result.ts'
import { allowedPictureUrl } from '../../api/people.ts'
import { useMinuteClock } from '../../shared/time-in-words.ts'
import { toastApiFailure } from '../../shared/toast-api-failure.ts'
import { commentTexts as texts } from '../../texts/comments.ts'
import type { MentionedPerson } from '../../ui/rich-text/mention-blot.ts'
import { type ShownPerson, useProjectPeople } from '../fields/people.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { ProjectComments } from './project-comments.ts'
import type { CommentRights, ShownComment } from './use-comments.ts'

/** The data that every comment of a panel needs. */
export interface CommentContext {
  readonly comments: ProjectComments
  readonly rights: CommentRights
  /** Everybody who can be mentioned. */
  readonly people: readonly MentionedPerson[]
  readonly now: number
  readonly isOnline: boolean
  findAuthor(comment: ShownComment): Pick<ShownPerson, 'name' | 'picture' | 'isFormer'>
  findName(id: string): string
  /** Returns the reason in words; empty: it was accepted. */
  describe(failure: ApiFailure | null): string
  /** Shows the reason, if there is one. */
  report(failure: ApiFailure | null): void
}

const followConnection = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

const describe = (failure: ApiFailure | null): string =>
  failure === null ? '' : texts.notChanged(failure.code === 'UNREACHABLE' ? texts.offline : failure.message)

export function useCommentContext(
  workspace: ProjectWorkspace,
  comments: ProjectComments,
  rights: CommentRights,
): CommentContext {
  const { members, find } = useProjectPeople(workspace)
  const now = useMinuteClock()
  const isOnline = useSyncExternalStore(followConnection, () => navigator.onLine)
  return useMemo(
    () => ({
      comments,
      rights,
      now,
      isOnline,
      people: members.flatMap(({ id, name, picture }) =>
        name === '' || id === rights.personId ? [] : [{ id, name, picture }],
      ),
      findName: (id) => find(id).name,
      findAuthor({ author, unsent }) {
        const id = unsent === null ? author?.id : rights.personId
        if (id != null && members.some((one) => one.id === id)) return find(id)
        // Somebody who has left the project is still named: the comment is theirs.
        return author === null
          ? { name: texts.formerMember, picture: null, isFormer: true }
          : { name: author.email, picture: allowedPictureUrl(author.picture), isFormer: false }
      },
      describe,
      report(failure) {
        if (failure !== null) toastApiFailure({ ...failure, message: describe(failure) })
      },
    }),
    [comments, rights, now, isOnline, members, find],
  )
}

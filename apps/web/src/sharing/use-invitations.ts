import { type Permission, sharingTexts } from '@espalier/domain'
import { useEffect, useState } from 'react'
import type { ApiFailure } from '../api/graphql/api-result.ts'
import {
  createInviteLink,
  fetchInvitations,
  type InviteLinkRequest,
  inviteToProject,
  type ProjectInvitation,
  revokeInvitation,
} from '../api/invitations.ts'
import { pageConfig } from '../api/session/page-config.ts'
import { toastApiFailure } from '../shared/toast-api-failure.ts'
import { shareDialogTexts } from '../texts/share-dialog.ts'
import { toast } from '../ui/Toasts.tsx'

/** False without SMTP: the person has to pass on the link of an invitation. */
export const isInvitationMailed = (): boolean => {
  const { mail, outbox } = pageConfig().features
  return mail !== false && !outbox
}

/** The open invitations of a project. Each action shows why it failed and resolves to true if it is done. */
export interface ProjectInvitations {
  readonly list: readonly ProjectInvitation[]
  /** The message is part of the mail; blank: none. */
  invite(email: string, role: Permission, message: string): Promise<boolean>
  createLink(request: InviteLinkRequest): Promise<boolean>
  revoke(id: string): Promise<boolean>
}

/** Without the right to share, nobody sees the invitations. */
export function useInvitations(projectId: string, canShare: boolean): ProjectInvitations {
  const [list, setList] = useState<readonly ProjectInvitation[]>([])
  useEffect(() => {
    if (!canShare) return undefined
    let isOpen = true
    void fetchInvitations(projectId).then((answer) => {
      if (!isOpen) return
      if (answer.ok) setList((created) => joinInvitations(answer.value, created))
      // The right to share may have ended a moment ago, which the dialog shows anyway.
      else if (answer.code !== 'FORBIDDEN' && answer.code !== 'NOT_FOUND') toastApiFailure(answer)
    })
    return () => {
      isOpen = false
    }
  }, [projectId, canShare])
  const add = (invitation: ProjectInvitation) => setList((before) => joinInvitations(before, [invitation]))
  return {
    list: canShare ? list : [],
    async invite(email, role, message) {
      const text = message.trim()
      const answer = await inviteToProject({ projectId, email, role, ...(text !== '' && { message: text }) })
      if (!answer.ok) return toastRefusal(answer)
      add(answer.value)
      if (isInvitationMailed()) toast.success(shareDialogTexts.invitationSent(email))
      else toast.warning(shareDialogTexts.invitationNotMailed(email), { isPersistent: true })
      return true
    },
    async createLink(request) {
      const answer = await createInviteLink(projectId, request)
      if (!answer.ok) return toastRefusal(answer)
      add(answer.value)
      return true
    },
    async revoke(id) {
      const answer = await revokeInvitation(id)
      if (!answer.ok) return toastRefusal(answer)
      setList((before) => before.filter((invitation) => invitation.id !== id))
      toast.success(shareDialogTexts.invitationRevoked)
      return true
    },
  }
}

/** An invitation that is sent again has the same id as before. */
const joinInvitations = (
  before: readonly ProjectInvitation[],
  added: readonly ProjectInvitation[],
): readonly ProjectInvitation[] => [...before.filter(({ id }) => added.every((one) => one.id !== id)), ...added]

function toastRefusal(failure: ApiFailure): false {
  if (failure.code === 'FORBIDDEN') toast.error(sharingTexts.denied)
  else toastApiFailure(failure)
  return false
}

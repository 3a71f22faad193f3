import { canEdit, canShare, findRole, isLeaveRequest, isMember, sharingTexts } from '@espalier/domain'
import { useEffect, useRef, useState } from 'react'
import { useAccess } from '../api/account/access.ts'
import { peopleStore } from '../api/people.ts'
import {
  type ApiFailure,
  fetchProject,
  type ListedProject,
  type SharingChange,
  updateSharing,
} from '../api/projects.ts'
import { toast } from '../ui/Toasts.tsx'
import { closeSharing } from './open-sharing.ts'

/** Shows a choice while it is being sent; the stored value reappears when it is rejected. */
export function useOptimisticChoice<Choice>(stored: Choice, send: (choice: Choice) => Promise<unknown>) {
  const [pending, setPending] = useState<{ readonly choice: Choice } | null>(null)
  const choose = async (choice: Choice) => {
    const mine = { choice }
    setPending(mine)
    await send(choice)
    setPending((now) => (now === mine ? null : now))
  }
  return { shown: pending === null ? stored : pending.choice, isSending: pending !== null, choose }
}

export interface ProjectSharing {
  readonly project: ListedProject
  readonly canEdit: boolean
  /** Tells whether the person may change who has access: editors may, unless the owner has decided otherwise. */
  readonly canShare: boolean
  /** Sends a change; resolves to true once it is stored. Changes are sent one after the other. */
  send(change: SharingChange): Promise<boolean>
}

/** Returns the project of the open dialog as the server has it now; null until it is loaded. */
export function useSharing(projectId: string, ownId: string): ProjectSharing | null {
  const { project, take, read } = useFetchedProject(projectId)
  const access = useAccess()
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  if (project === null) return null
  const hasProductAccess = access.kind === 'known' && access.hasAccess
  const standpoint = { role: findRole(ownId, project), status: project.status, hasProductAccess }
  const mayShare = canShare(standpoint, project.sharing)

  const change = async (wanted: SharingChange): Promise<boolean> => {
    const answer = await updateSharing(projectId, wanted)
    if (!answer.ok) {
      toastSharingFailure(answer)
      await read()
      return false
    }
    toast.success(sharingTexts.updated)
    take(answer.value)
    if (!isMember(findRole(ownId, answer.value))) closeSharing()
    return true
  }
  return {
    project,
    canShare: mayShare,
    canEdit: canEdit(standpoint),
    send(wanted) {
      if (!mayShare && !isLeaveRequest(wanted, ownId)) {
        toast.error(sharingTexts.denied)
        return Promise.resolve(false)
      }
      const sent = queue.current.then(() => change(wanted))
      queue.current = sent
      return sent
    },
  }
}

function toastSharingFailure({ code, message }: ApiFailure): void {
  if (code === 'FORBIDDEN') toast.error(sharingTexts.denied)
  else toast.error(sharingTexts.failed(message), { isPersistent: true })
}

function useFetchedProject(projectId: string) {
  const [project, setProject] = useState<ListedProject | null>(null)
  const isOpen = useRef(true)
  // An answer overtaken by a later one must not bring back the old state.
  const replaceIfNewer = (next: ListedProject) =>
    setProject((before) => (before !== null && before.seq > next.seq ? before : next))
  const read = async () => {
    const answer = await fetchProject(projectId)
    if (!isOpen.current) return
    if (answer.ok) {
      replaceIfNewer(answer.value)
      return
    }
    if (!answer.isReported) toast.error(sharingTexts.failed(answer.message))
    closeSharing()
  }
  const first = useRef(read)
  useEffect(() => {
    isOpen.current = true
    peopleStore.forgetUnknown()
    void first.current()
    return () => {
      isOpen.current = false
    }
  }, [])
  return { project, take: replaceIfNewer, read }
}

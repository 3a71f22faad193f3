import { accessTexts, confirmationFor, type Permission, roleOf, sharingTexts } from '@espalier/domain'
import { useRef, useState, useSyncExternalStore } from 'react'
import { closeSharing } from '../../actions/open-sharing.ts'
import type { Person } from '../../data/identity/index.ts'
import { findPersonByEmail } from '../../data/people/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AddPeople } from './AddPeople.tsx'
import { AccessSettings } from './AccessSettings.tsx'
import { InviteForm } from './InviteForm.tsx'
import { createInvitees } from './invitees.ts'
import { isInviting } from './invitation.ts'
import type { SharedProject } from './use-sharing.ts'
import { useLatest } from './use-latest.ts'
import { useQuestion } from './use-question.tsx'

interface SharingDialogProps {
  readonly shared: SharedProject
  readonly person: Person
}

export function SharingDialog({ shared, person }: SharingDialogProps) {
  const { project, canEdit, canShare } = shared
  const latest = useLatest(project)
  const [invitees] = useState(() =>
    createInvitees({
      ownId: person.id,
      ownEmail: person.email,
      project: () => latest.current,
      find: findPersonByEmail,
    }),
  )
  const invitation = useSyncExternalStore(invitees.subscribe, invitees.get)
  const { ask, dialog } = useQuestion()
  const field = useRef<HTMLInputElement>(null)

  const permit = async (userId: string, to: Permission | null): Promise<boolean> => {
    const from = roleOf(userId, project) === 'editor' ? 'editor' : 'viewer'
    const question = confirmationFor({ userId, from, to }, person.id)
    if (question !== null && !(await ask(question))) {
      if (to === null) closeSharing()
      return false
    }
    return shared.send({ changes: { [userId]: to } })
  }
  return (
    <>
      <Dialog title={`Share ${project.title}`} onClose={closeSharing}>
        {canShare ? (
          <AddPeople ref={field} invitation={invitation} invitees={invitees} />
        ) : (
          <p>{canEdit ? accessTexts.ownerOnly : sharingTexts.denied}</p>
        )}
        {canShare && isInviting(invitation) ? (
          <InviteForm
            invitation={invitation}
            invitees={invitees}
            shared={shared}
            focusField={() => field.current?.focus()}
          />
        ) : (
          <AccessSettings shared={shared} ownId={person.id} onPermit={permit} />
        )}
      </Dialog>
      {dialog}
    </>
  )
}

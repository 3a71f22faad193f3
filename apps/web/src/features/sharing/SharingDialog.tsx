import { accessTexts, getOwnAccessWarning, type Permission, findRole, sharingTexts } from '@espalier/domain'
import { useRef, useState, useSyncExternalStore } from 'react'
import { closeSharing } from '../../actions/open-sharing.ts'
import type { Person } from '../../data/identity/index.ts'
import { findPersonByEmail } from '../../data/people/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AddPeopleField } from './AddPeople.tsx'
import { AccessSettings } from './AccessSettings.tsx'
import { InviteForm } from './InviteForm.tsx'
import { createInviteesStore } from './invitees.ts'
import { isInviting } from './invitation.ts'
import type { ProjectSharing } from './use-sharing.ts'
import { useLatestRef } from './use-latest.ts'
import { useSharingConfirmation } from './use-question.tsx'

interface SharingDialogProps {
  readonly shared: ProjectSharing
  readonly person: Person
}

export function SharingDialog({ shared, person }: SharingDialogProps) {
  const { project, canEdit, canShare } = shared
  const latest = useLatestRef(project)
  const [invitees] = useState(() =>
    createInviteesStore({
      ownId: person.id,
      ownEmail: person.email,
      project: () => latest.current,
      find: findPersonByEmail,
    }),
  )
  const invitation = useSyncExternalStore(invitees.subscribe, invitees.get)
  const { ask, dialog } = useSharingConfirmation()
  const field = useRef<HTMLInputElement>(null)

  const permit = async (userId: string, to: Permission | null): Promise<boolean> => {
    const from = findRole(userId, project) === 'editor' ? 'editor' : 'viewer'
    const question = getOwnAccessWarning({ userId, from, to }, person.id)
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
          <AddPeopleField ref={field} invitation={invitation} invitees={invitees} />
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

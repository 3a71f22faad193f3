import { accessTexts, findRole, getOwnAccessWarning, type Permission, sharingTexts } from '@espalier/domain'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Person } from '../api/identity/whoami.ts'
import { findPersonByEmail } from '../api/people.ts'
import { useAuth } from '../api/session/session.ts'
import { useConfirmation } from '../shared/use-confirmation.tsx'
import { shareDialogTexts } from '../texts/share-dialog.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { AccessSettings } from './AccessSettings.tsx'
import { AddPeopleField, InviteForm } from './InviteForm.tsx'
import { isInviting } from './invitation.ts'
import { createInviteesStore } from './invitees-store.ts'
import { closeSharing } from './open-sharing.ts'
import { useInvitations } from './use-invitations.ts'
import { type ProjectSharing, useSharing } from './use-sharing.ts'
import styles from './SharingDialog.module.css'

/** The last rendered value, for later events. */
function useLatestRef<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  return latest
}

interface SharingDialogProps {
  readonly shared: ProjectSharing
  readonly person: Person
}

function SharingDialog({ shared, person }: SharingDialogProps) {
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
  const { ask, dialog } = useConfirmation()
  const field = useRef<HTMLInputElement>(null)
  const invitations = useInvitations(project.id, canShare)
  const inviteUnknown = async (email: string, message: string) => {
    if (!(await invitations.invite(email, invitees.get().role, message))) return
    invitees.removeUnknownEmail(email)
    // The pressed button is gone.
    field.current?.focus()
  }

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
      <Dialog title={shareDialogTexts.title(project.title)} onClose={closeSharing}>
        {canShare ? (
          <AddPeopleField ref={field} invitation={invitation} invitees={invitees} onInvite={inviteUnknown} />
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
          <AccessSettings shared={shared} invitations={invitations} ownId={person.id} onPermit={permit} />
        )}
      </Dialog>
      {dialog}
    </>
  )
}

interface SharingDialogHostProps {
  readonly projectId: string
}

/** The share dialog of a project for the signed-in person. */
export function SharingDialogHost({ projectId }: SharingDialogHostProps) {
  const state = useAuth()
  const isGone = state.kind === 'anonymous'
  useEffect(() => {
    if (isGone) closeSharing()
  }, [isGone])
  return state.kind === 'person' ? <LoadedSharingDialog projectId={projectId} person={state.person} /> : null
}

// The dialog opens only after the project is loaded, when the menu it was opened from has returned the focus.
function LoadedSharingDialog({ projectId, person }: SharingDialogHostProps & { readonly person: Person }) {
  const shared = useSharing(projectId, person.id)
  if (shared === null) return <output className={styles.opening}>{shareDialogTexts.opening}</output>
  return <SharingDialog shared={shared} person={person} />
}

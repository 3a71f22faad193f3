import {
  type GeneralAccess,
  generalAccesses,
  generalAccessLabels,
  getSharingIcon,
  type Permission,
} from '@espalier/domain'
import { useId, useRef } from 'react'
import { shareDialogTexts } from '../texts/share-dialog.ts'
import { Button } from '../ui/Button.tsx'
import { SharingIcon } from '../ui/SharingIcon.tsx'
import { ProjectCalendar } from './CalendarAddresses.tsx'
import { CopyLinkButton } from './CopyLinkButton.tsx'
import { InvitationSections } from './InvitationSections.tsx'
import { OwnerRow, PersonRow } from './PersonRows.tsx'
import { ViewersMayComment } from './ViewersMayComment.tsx'
import { closeSharing } from './open-sharing.ts'
import type { ProjectInvitations } from './use-invitations.ts'
import { type ProjectSharing, useOptimisticChoice } from './use-sharing.ts'
import fieldStyles from '../ui/form/field.module.css'
import styles from './sharing.module.css'

interface GeneralAccessFieldProps {
  readonly stored: GeneralAccess
  readonly canEdit: boolean
  onChoose(access: GeneralAccess): Promise<unknown>
}

function GeneralAccessField({ stored, canEdit, onChoose }: GeneralAccessFieldProps) {
  const id = useId()
  const { shown, isSending, choose } = useOptimisticChoice(stored, onChoose)
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {shareDialogTexts.generalAccess}
      </label>
      <div className={styles.access}>
        <SharingIcon icon={getSharingIcon({ generalAccess: shown, users: {} })} />
        <select
          id={id}
          aria-describedby={`${id}-hint`}
          aria-busy={isSending || undefined}
          disabled={!canEdit}
          value={shown}
          className={styles.select}
          onChange={(event) => void choose(event.target.value as GeneralAccess)}
        >
          {generalAccesses.map((access) => (
            <option key={access} value={access}>
              {generalAccessLabels[access]}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-hint`} className={fieldStyles.hint}>
        {shareDialogTexts.accessHint[shown]}
      </p>
    </div>
  )
}

interface AccessSettingsProps {
  readonly shared: ProjectSharing
  readonly invitations: ProjectInvitations
  readonly ownId: string
  onPermit(userId: string, permission: Permission | null): Promise<boolean>
}

/** Shows who has access, by name and by link. */
export function AccessSettings({ shared, invitations, ownId, onPermit }: AccessSettingsProps) {
  const { project, canShare } = shared
  const heading = useId()
  const list = useRef<HTMLUListElement>(null)
  const permit = async (userId: string, permission: Permission | null) => {
    const isDone = await onPermit(userId, permission)
    // The row is gone together with its focused control.
    if (isDone && permission === null) list.current?.focus()
  }
  return (
    <>
      <section className={styles.part}>
        <h3 id={heading}>{shareDialogTexts.peopleWithAccess}</h3>
        <ul ref={list} tabIndex={-1} aria-labelledby={heading} className={styles.people}>
          <OwnerRow id={project.owner} isOwn={project.owner === ownId} />
          {Object.entries(project.sharing.users).map(([id, permission]) => (
            <PersonRow
              key={id}
              id={id}
              isOwn={id === ownId}
              permission={permission}
              canEdit={canShare}
              onPermit={(next) => permit(id, next)}
            />
          ))}
        </ul>
      </section>
      {canShare && <InvitationSections invitations={invitations} />}
      <GeneralAccessField
        stored={project.sharing.generalAccess}
        canEdit={canShare}
        onChoose={(generalAccess) => shared.send({ generalAccess })}
      />
      {project.owner === ownId && (
        <EditorsMayShare
          stored={project.sharing.editorsMayShare !== false}
          canEdit={canShare}
          onChoose={(editorsMayShare) => shared.send({ editorsMayShare })}
        />
      )}
      {shared.canEdit && <ViewersMayComment projectId={project.id} />}
      <ProjectCalendar projectId={project.id} />
      <div className={styles.footer}>
        <CopyLinkButton projectId={project.id} />
        <Button variant="primary" onClick={closeSharing}>
          {shareDialogTexts.done}
        </Button>
      </div>
    </>
  )
}

interface EditorsMayShareProps {
  readonly stored: boolean
  readonly canEdit: boolean
  onChoose(isAllowed: boolean): Promise<unknown>
}

/** Only the owner sees this. */
function EditorsMayShare({ stored, canEdit, onChoose }: EditorsMayShareProps) {
  const { shown, isSending, choose } = useOptimisticChoice(stored, onChoose)
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={shown}
        disabled={!canEdit}
        aria-busy={isSending || undefined}
        onChange={(event) => void choose(event.target.checked)}
      />
      {shareDialogTexts.editorsMayShare}
    </label>
  )
}

import {
  canShare,
  checkInvites,
  findRole,
  inviteTexts,
  isEmail,
  limits,
  parseEmailList,
  splitTypedEmails,
} from '@espalier/domain'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAccess } from '../api/account/access.ts'
import { inviteToBeta } from '../api/account/invites.ts'
import { fetchProject, type ListedProject } from '../api/projects.ts'
import { pageConfig } from '../api/session/page-config.ts'
import { currentPersonId } from '../api/session/session.ts'
import { openSharing } from '../sharing/open-sharing.ts'
import { inviteDialogTexts } from '../texts/invite-dialog.ts'
import { emphasizeUserData, withElements } from '../texts/with-elements.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/Toasts.tsx'
import { TextField } from '../ui/form/fields.tsx'
import styles from './InviteDialog.module.css'

interface InviteDialogProps {
  /** The open project, which is offered first; null: none is open. */
  readonly projectId: string | null
  onClose(): void
}

export function InviteDialog({ projectId, onClose }: InviteDialogProps) {
  const project = useShareableProject(projectId)
  const { productName } = pageConfig()
  return (
    <Dialog title={inviteDialogTexts.title} onClose={onClose}>
      {project !== null && (
        <>
          <InviteToProject project={project} onClose={onClose} />
          <h3>{inviteDialogTexts.toProduct(productName)}</h3>
        </>
      )}
      <InviteToProductForm isMainOffer={project === null} onClose={onClose} />
    </Dialog>
  )
}

/** Loads the open project. Null until then, and for a person who may not share it. */
function useShareableProject(projectId: string | null): ListedProject | null {
  const [project, setProject] = useState<ListedProject | null>(null)
  const access = useAccess()
  useEffect(() => {
    if (projectId === null) return undefined
    let isOpen = true
    void fetchProject(projectId).then((answer) => {
      if (isOpen && answer.ok) setProject(answer.value)
    })
    return () => {
      isOpen = false
    }
  }, [projectId])
  if (project === null) return null
  const hasProductAccess = access.kind === 'known' && access.hasAccess
  const standpoint = { role: findRole(currentPersonId(), project), status: project.status, hasProductAccess }
  return canShare(standpoint, project.sharing) ? project : null
}

interface InviteToProjectProps {
  readonly project: ListedProject
  onClose(): void
}

/** The share dialog knows people with an account as well, and their roles. */
function InviteToProject({ project, onClose }: InviteToProjectProps) {
  const share = () => {
    onClose()
    openSharing(project.id)
  }
  return (
    <div className={styles.form}>
      <p>{withElements(inviteDialogTexts.toProject(project.title), { project: emphasizeUserData })}</p>
      <div>
        <Button variant="primary" onClick={share}>
          {inviteDialogTexts.inviteToProject}
        </Button>
      </div>
    </div>
  )
}

interface InviteToProductFormProps {
  /** False if the open project is offered above. */
  readonly isMainOffer: boolean
  onClose(): void
}

function InviteToProductForm({ isMainOffer, onClose }: InviteToProductFormProps) {
  const { features, signup, productName } = pageConfig()
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const type = (typed: string) => {
    setText(typed)
    setError(describeInvalidEmail(splitTypedEmails(typed).tags))
  }
  const send = async (emails: readonly string[]) => {
    setBusy(true)
    const answer = await inviteToBeta(emails)
    setBusy(false)
    if (answer.ok) {
      if (features.mail === false) toast.warning(inviteTexts.recorded, { isPersistent: true })
      else toast.success(inviteTexts.sent)
      onClose()
    } else if (!answer.isReported) toast.error(answer.message, { isPersistent: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const checked = checkInvites(parseEmailList(text))
    if (checked.ok) {
      setError('')
      void send(checked.value)
      return
    }
    setError(
      checked.reason === 'invalid-email' ? inviteTexts['invalid-email'](checked.email) : inviteTexts[checked.reason],
    )
    form.current?.querySelector('input')?.focus()
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <p>
        {signup === 'beta'
          ? inviteDialogTexts.betaLead(productName, limits.invitesPerLifetime)
          : inviteDialogTexts.lead(limits.invitesPerLifetime)}
      </p>
      <TextField
        label={inviteDialogTexts.addresses}
        name="emails"
        inputMode="email"
        autoComplete="off"
        hint={inviteDialogTexts.addressesHint}
        value={text}
        onChange={type}
        error={error}
      />
      {features.mail === false && <p className={styles.note}>{inviteDialogTexts.recordedOnly}</p>}
      {features.outbox && <p className={styles.note}>{inviteDialogTexts.outboxOnly}</p>}
      <div className={styles.footer}>
        <Button onClick={onClose}>{inviteDialogTexts.cancel}</Button>
        <Button type="submit" variant={isMainOffer ? 'primary' : 'secondary'} isBusy={isBusy}>
          {inviteDialogTexts.send}
        </Button>
      </div>
    </form>
  )
}

/** Describes the first invalid address among the complete ones; the one being typed is ignored. */
function describeInvalidEmail(finished: readonly string[]): string {
  const invalid = finished.find((email) => !isEmail(email))
  return invalid === undefined ? '' : inviteTexts['invalid-email'](invalid)
}

import type { Audit } from '../../ports/log.ts'
import type { PeopleAdmin, RegisteredPerson } from '../../ports/people-admin.ts'
import { approvePerson, type ApprovalOptions } from '../account/index.ts'

/** The operator, as the audit log names them: a person in /admin, or the command line. */
export type Operator = Readonly<Record<string, string>>

export interface ManagePeopleOptions extends Omit<ApprovalOptions, 'webUrl'> {
  readonly people: PeopleAdmin
  readonly audit: Audit
  webUrl(): string
  /** Closes the sockets of the person's access tokens on every server. Their sessions' sockets close by themselves. */
  closeTokenSockets(userId: string): Promise<void>
}

/** Deactivates or reactivates a person. Their data stays; what is open for them ends at once, on every server. */
export async function changePersonActive(
  { people, audit, closeTokenSockets }: ManagePeopleOptions,
  operator: Operator,
  { id, isActive }: { readonly id: string; readonly isActive: boolean },
): Promise<void> {
  await people.setActive(id, isActive)
  audit({ kind: isActive ? 'person-reactivated' : 'person-deactivated', ...operator, subjectId: id })
  if (!isActive) await closeTokenSockets(id)
}

export async function endPersonSessions(
  { people, audit }: ManagePeopleOptions,
  operator: Operator,
  id: string,
): Promise<number> {
  const ended = await people.endSessions(id)
  audit({ kind: 'person-sessions-ended', ...operator, subjectId: id, sessions: ended })
  return ended
}

type Approval = Awaited<ReturnType<typeof approvePerson>>

/** Lets a waiting person in. An address that has to be proven and is not counts as unknown. */
export async function approveWaitingPerson(
  options: Omit<ManagePeopleOptions, 'people' | 'closeTokenSockets'>,
  operator: Operator,
  { email }: Pick<RegisteredPerson, 'email'>,
): Promise<Approval> {
  const approved = await approvePerson({ ...options, webUrl: options.webUrl() }, email)
  if (approved.ok) options.audit({ kind: 'person-approved', ...operator, subjectId: approved.value.id })
  return approved
}

import { accept, refuse, type Result } from '@espalier/domain'

import type { Database } from '../../database/database.ts'
import type { Identities, Person } from '../../ports/identities.ts'
import { betaApprovedMail, type Mailer } from '../mail/index.ts'

export interface ApprovalOptions {
  readonly database: Database
  readonly identities: Identities
  readonly mailer: Mailer
  readonly productName: string
  /** The product's address, for the button of the mail. */
  readonly webUrl: string
}

/** Lets a waiting person in, and tells them. */
export async function approvePerson(
  { database, identities, mailer, productName, webUrl }: ApprovalOptions,
  email: string,
): Promise<Result<Person, 'unknown' | 'already-active'>> {
  const person = await identities.findByEmail(email)
  if (person === null) return refuse('unknown')
  if (person.status === 'active') return refuse('already-active')
  // The mail is committed after the approval: it must not go out to who was not let in.
  await database.transaction(async ({ client }) => {
    const mail = betaApprovedMail({ to: person.email, firstname: person.firstname, productName, webUrl })
    await mailer.send(mail, { tx: client, key: `beta-approved:${person.id}` })
    await identities.setStatus(person.id, 'active')
  })
  return accept({ ...person, status: 'active' })
}

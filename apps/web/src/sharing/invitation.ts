import {
  checkInviteeEmail,
  inviteeTexts,
  isEmail,
  normalizeEmail,
  parseEmailList,
  type Permission,
  splitTypedEmails,
} from '@espalier/domain'

export interface Invitee {
  readonly email: string
  /** Null during the lookup. */
  readonly personId: string | null
  readonly permission: Permission
}

/** The invitees and the text being typed. */
export interface Invitation {
  readonly text: string
  /** The role of the people who are added next. */
  readonly role: Permission
  readonly invitees: readonly Invitee[]
  /** Describes what is wrong with entered addresses. */
  readonly faults: readonly string[]
  /** Addresses that no account has. They stay until they are invited, also while the next address is typed. */
  readonly unknownEmails: readonly string[]
}

export const emptyInvitation: Invitation = { text: '', role: 'editor', invitees: [], faults: [], unknownEmails: [] }

/** The dialog is inviting once an address is entered. */
export const isInviting = ({ text, invitees }: Invitation): boolean =>
  invitees.length > 0 || isEmail(normalizeEmail(text))

/** Takes the field's text: addresses completed by a delimiter become invitees. */
export function enterText(before: Invitation, typed: string, ownEmail: string): Invitation {
  const { tags, rest } = splitTypedEmails(typed)
  const known = areFaultsOutdated(before) ? { ...before, faults: [] } : before
  const entered = tags.length === 0 ? { ...known, text: '' } : enterAddresses(known, tags, ownEmail)
  return { ...entered, text: joinTexts(entered.text, rest) }
}

// A lookup may answer while the next address is typed: its error stays until the one after that is begun.
const areFaultsOutdated = ({ text, faults }: Invitation): boolean =>
  text === '' || faults.includes(inviteeTexts['invalid-email'](text))

/** Completes the typed address with or without a delimiter. */
export const finishTyping = (before: Invitation, ownEmail: string): Invitation =>
  before.text.trim() === '' ? before : enterAddresses({ ...before, faults: [] }, parseEmailList(before.text), ownEmail)

/** An invalid address stays in the field to be corrected. */
function enterAddresses(before: Invitation, emails: readonly string[], ownEmail: string): Invitation {
  const checks = emails.map((email) => ({ email, checked: checkInviteeEmail(email, ownEmail) }))
  const refused = checks.flatMap(({ email, checked }) => (checked.ok ? [] : [{ email, reason: checked.reason }]))
  const added = checks.flatMap(({ checked }) =>
    checked.ok && !isInvited(before, checked.value) ? [newInvitee(checked.value, before.role)] : [],
  )
  return {
    ...before,
    text: refused.flatMap(({ email, reason }) => (reason === 'invalid-email' ? [email] : [])).join(' '),
    invitees: [...before.invitees, ...added],
    faults: [...before.faults, ...refused.map(({ email, reason }) => inviteeTexts[reason](email))],
    // These are looked up again.
    unknownEmails: before.unknownEmails.filter((email) => added.every((invitee) => invitee.email !== email)),
  }
}

const newInvitee = (email: string, permission: Permission): Invitee => ({ email, personId: null, permission })

/** The role beside the field is for everybody in the list; a row can be changed afterwards. */
export const chooseRole = (before: Invitation, role: Permission): Invitation => ({
  ...before,
  role,
  invitees: before.invitees.map((invitee) => ({ ...invitee, permission: role })),
})

export const isInvited = ({ invitees }: Invitation, email: string): boolean =>
  invitees.some((invitee) => invitee.email === email)

export const changeInvitee = (before: Invitation, email: string, change: Partial<Invitee>): Invitation => ({
  ...before,
  invitees: before.invitees.map((invitee) => (invitee.email === email ? { ...invitee, ...change } : invitee)),
})

export const removeInvitee = (before: Invitation, email: string): Invitation => ({
  ...before,
  invitees: before.invitees.filter((invitee) => invitee.email !== email),
})

/** Removes an invitee and records why. */
export const refuseInvitee = (before: Invitation, email: string, fault: string): Invitation => ({
  ...removeInvitee(before, email),
  faults: [...before.faults, fault],
})

/** Removes an invitee without an account, whom the dialog offers to invite. */
export const refuseUnknownInvitee = (before: Invitation, email: string): Invitation => ({
  ...refuseInvitee(before, email, inviteeTexts['unknown-user'](email)),
  unknownEmails: [...before.unknownEmails.filter((one) => one !== email), email],
})

/** The address has been invited: neither the offer nor the error about it holds any more. */
export const removeUnknownEmail = (before: Invitation, email: string): Invitation => ({
  ...before,
  faults: before.faults.filter((fault) => fault !== inviteeTexts['unknown-user'](email)),
  unknownEmails: before.unknownEmails.filter((one) => one !== email),
})

/** The lookup failed, so the address returns to the field for another attempt. */
export const returnInviteeToField = (before: Invitation, email: string): Invitation => ({
  ...removeInvitee(before, email),
  text: joinTexts(email, before.text),
})

const joinTexts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ')

/** Returns everyone to invite by id; null when something has to be corrected first. */
export function collectPermissions({
  text,
  invitees,
  faults,
}: Invitation): Readonly<Record<string, Permission>> | null {
  if (text !== '' || faults.length > 0 || invitees.length === 0) return null
  const named = invitees.flatMap(({ personId, permission }) => (personId === null ? [] : [[personId, permission]]))
  return named.length === invitees.length ? Object.fromEntries(named) : null
}

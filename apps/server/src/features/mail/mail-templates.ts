import { shortenText } from '@espalier/domain'
import type { Mail } from '../../ports/mail.ts'
import { mailTexts } from '../../texts/mail.ts'
import { formatGreeting, renderMailBody } from './mail-body.ts'

interface CodeMailFields {
  readonly purpose: 'recovery' | 'verification'
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  readonly code: string
  /** The minutes for which the code works. */
  readonly minutes: number
}

export function codeMail({ purpose, to, productName, firstname, code, minutes }: CodeMailFields): Mail {
  const texts = mailTexts[purpose]
  return {
    to,
    subject: texts.subject(productName),
    ...renderMailBody({
      productName,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: formatGreeting(firstname) },
        { kind: 'paragraph', text: texts.enterCode },
        { kind: 'code', code },
        { kind: 'paragraph', text: texts.expiry(minutes) },
      ],
      reason: texts.reason,
    }),
  }
}

const plainChanges = {
  'password-changed': 'passwordChanged',
  'email-changed': 'emailChanged',
  'two-step-on': 'twoStepOn',
  'two-step-off': 'twoStepOff',
  'recovery-codes-changed': 'recoveryCodesChanged',
  'passkey-added': 'passkeyAdded',
  'passkey-removed': 'passkeyRemoved',
} as const

/** A change of an account's credentials. */
type AccountChange =
  | { readonly kind: keyof typeof plainChanges }
  | { readonly kind: 'linked' | 'unlinked'; readonly provider: string }

interface AccountNoticeMailFields {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  readonly change: AccountChange
}

interface AccountChangeTexts {
  readonly subject: string
  readonly heading: string
  readonly body: string
}

/** The new address is not named: a mail must not carry text that a stranger could have chosen. */
function describeAccountChange(change: AccountChange, productName: string): AccountChangeTexts {
  const texts = mailTexts.accountChange
  if (change.kind === 'linked' || change.kind === 'unlinked') {
    const { subject, heading, body } = texts[change.kind]
    const { provider } = change
    return { subject: subject(productName, provider), heading: heading(provider), body: body(provider) }
  }
  const { subject, heading, body } = texts[plainChanges[change.kind]]
  return { subject: subject(productName), heading, body }
}

export function accountNoticeMail({ to, firstname, change, productName }: AccountNoticeMailFields): Mail {
  const { subject, heading, body } = describeAccountChange(change, productName)
  return {
    to,
    subject,
    ...renderMailBody({
      productName,
      heading,
      blocks: [
        { kind: 'paragraph', text: formatGreeting(firstname) },
        { kind: 'paragraph', text: body },
        { kind: 'paragraph', text: mailTexts.accountChange.nextStep },
      ],
      reason: mailTexts.accountChange.reason,
    }),
  }
}

interface AccountDeletedMailFields {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
}

interface DeletionRequestedMailFields extends AccountDeletedMailFields {
  readonly dueAt: Date
  /** The user settings, where the deletion can be canceled. */
  readonly url: string
}

const formatDeletionDate = (date: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

export const deletionRequestedMail = ({
  to,
  productName,
  firstname,
  dueAt,
  url,
}: DeletionRequestedMailFields): Mail => ({
  to,
  subject: mailTexts.deletion.requestedSubject(productName),
  ...renderMailBody({
    productName,
    heading: mailTexts.deletion.requestedHeading,
    blocks: [
      { kind: 'paragraph', text: formatGreeting(firstname) },
      { kind: 'paragraph', text: mailTexts.deletion.requestedBody(formatDeletionDate(dueAt)) },
      { kind: 'paragraph', text: mailTexts.deletion.canCancel },
      { kind: 'button', label: mailTexts.deletion.cancel, url },
    ],
    reason: mailTexts.deletion.requestedReason,
  }),
})

export const accountDeletedMail = ({ to, productName, firstname }: AccountDeletedMailFields): Mail => ({
  to,
  subject: mailTexts.deletion.deletedSubject(productName),
  ...renderMailBody({
    productName,
    heading: mailTexts.deletion.deletedHeading,
    blocks: [
      { kind: 'paragraph', text: formatGreeting(firstname) },
      { kind: 'paragraph', text: mailTexts.deletion.deletedBody },
    ],
    reason: mailTexts.deletion.deletedReason,
  }),
})

interface BetaApprovedMailFields {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  /** The product's URL, such as https://example.com. */
  readonly webUrl: string
}

export const betaApprovedMail = ({ to, productName, firstname, webUrl }: BetaApprovedMailFields): Mail => ({
  to,
  subject: mailTexts.approved.subject(productName),
  ...renderMailBody({
    productName,
    heading: mailTexts.approved.heading,
    blocks: [
      { kind: 'paragraph', text: formatGreeting(firstname) },
      { kind: 'paragraph', text: mailTexts.approved.body(productName) },
      { kind: 'button', label: mailTexts.approved.open(productName), url: new URL('/projects', webUrl).href },
    ],
    reason: mailTexts.approved.reason(productName),
  }),
})

/** An operator sends it to themselves, to see whether mails arrive. */
export const testMail = ({ to, productName }: { readonly to: string; readonly productName: string }): Mail => ({
  to,
  subject: mailTexts.test.subject(productName),
  ...renderMailBody({
    productName,
    heading: mailTexts.test.heading,
    blocks: [{ kind: 'paragraph', text: mailTexts.test.body(productName) }],
    reason: mailTexts.test.reason,
  }),
})

interface BetaInviteMailFields {
  readonly to: string
  readonly productName: string
  /** The email address of the inviting person, which cannot be made up, unlike a name. */
  readonly invitedBy: string
  /** The registration page with the invitation. */
  readonly url: string
  readonly unsubscribeUrl: string
}

export const betaInviteMail = ({ to, productName, invitedBy, url, unsubscribeUrl }: BetaInviteMailFields): Mail => ({
  to,
  subject: shortenText(mailTexts.invitation.subject(invitedBy, productName)),
  unsubscribeUrl,
  ...renderMailBody({
    productName,
    heading: mailTexts.invitation.heading(productName),
    blocks: [
      { kind: 'paragraph', text: mailTexts.greetingWithoutName },
      { kind: 'paragraph', text: mailTexts.invitation.body(invitedBy, productName) },
      { kind: 'paragraph', text: mailTexts.invitation.scope(to) },
      { kind: 'button', label: mailTexts.invitation.accept, url },
    ],
    reason: mailTexts.invitation.reason(invitedBy),
    unsubscribeUrl,
  }),
})

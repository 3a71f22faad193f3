import { shortenText } from '@espalier/domain'
import type { Mail } from '../../ports/mail.ts'
import { formatGreeting, type MailBlock, renderMailBody } from './mail-body.ts'

interface CodeMailFields {
  readonly purpose: 'recovery' | 'verification'
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  readonly code: string
  /** The minutes for which the code works. */
  readonly minutes: number
}

const codeMailTexts = {
  recovery: {
    heading: 'Get back into your account',
    page: 'recovery page',
    warning: 'Give it to nobody: whoever has it can enter your account.',
    reason: 'Somebody asked for this code with your address. If it was not you, ignore this mail: nothing has changed.',
  },
  verification: {
    heading: 'Verify your email address',
    page: 'page that asked for it',
    warning: 'Give it to nobody.',
    reason:
      'Somebody entered this address as theirs. If it was not you, ignore this mail: the address stays unverified.',
  },
} as const

export function codeMail({ purpose, to, productName, firstname, code, minutes }: CodeMailFields): Mail {
  const { heading, page, warning, reason } = codeMailTexts[purpose]
  return {
    to,
    // The code is not in the subject, because subjects show on locked screens.
    subject: `Your ${productName} ${purpose} code`,
    ...renderMailBody({
      productName,
      heading,
      blocks: [
        { kind: 'paragraph', text: `${formatGreeting(firstname)} enter this code on the ${page}:` },
        { kind: 'code', code },
        { kind: 'paragraph', text: `It works once, within ${minutes} minutes. ${warning}` },
      ],
      reason,
    }),
  }
}

/** A change of an account's credentials. */
type AccountChange =
  | { readonly kind: 'password-changed' | 'email-changed' }
  | { readonly kind: 'linked' | 'unlinked'; readonly provider: string }

interface AccountNoticeMailFields {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  readonly change: AccountChange
}

/** The new address is not named: a mail must not carry text that a stranger could have chosen. */
function describeAccountChange(change: AccountChange): { readonly heading: string; readonly text: string } {
  switch (change.kind) {
    case 'password-changed':
      return { heading: 'Your password was changed', text: 'The password of your account was changed.' }
    case 'email-changed':
      return {
        heading: 'Your email address was changed',
        text: 'Your account has a new email address. You can no longer log in with this one.',
      }
    case 'linked':
      return {
        heading: `${change.provider} was linked`,
        text: `You can now log in to your account with ${change.provider}.`,
      }
    case 'unlinked':
      return {
        heading: `${change.provider} was unlinked`,
        text: `You can no longer log in to your account with ${change.provider}.`,
      }
  }
}

export function accountNoticeMail({ to, firstname, change, productName }: AccountNoticeMailFields): Mail {
  const { heading, text } = describeAccountChange(change)
  return {
    to,
    subject: `${productName}: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
    ...renderMailBody({
      productName,
      heading,
      blocks: [
        { kind: 'paragraph', text: `${formatGreeting(firstname)} ${text}` },
        {
          kind: 'paragraph',
          text: 'If it was you, there is nothing to do. If it was not, choose "Forgot your password?" on the login page, or ask whoever runs this server for help.',
        },
      ],
      reason: 'You get this mail whenever the ways into your account change.',
    }),
  }
}

interface BetaApprovedMailFields {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  /** The product's URL, such as https://example.com. */
  readonly webUrl: string
}

export const betaApprovedMail = ({ to, productName, firstname, webUrl }: BetaApprovedMailFields): Mail => ({
  to,
  subject: `Your ${productName} account is approved`,
  ...renderMailBody({
    productName,
    heading: 'You are in',
    blocks: [
      { kind: 'paragraph', text: `${formatGreeting(firstname)} thank you for waiting. Your account is approved.` },
      { kind: 'button', label: `Open ${productName}`, url: new URL('/projects', webUrl).href },
    ],
    reason: `You get this mail because you applied for the ${productName} beta with this address.`,
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
  subject: shortenText(`${invitedBy} invites you to ${productName}`),
  unsubscribeUrl,
  ...renderMailBody({
    productName,
    heading: `You are invited to ${productName}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Hello, ${invitedBy} uses ${productName} to plan projects as trees of tasks, and thinks you might like it.`,
      },
      { kind: 'paragraph', text: `The invite is for ${to}, and opens ${productName} to you at once. It works once.` },
      { kind: 'button', label: 'Accept the invite', url },
    ],
    reason: `You get this mail because ${invitedBy} gave us your address. If you do not know them, ignore it, and nothing happens.`,
    unsubscribeUrl,
  }),
})

interface ProjectSharedMailFields {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  /** The email address of the sharing person, which cannot be made up, unlike a name. */
  readonly sharedBy: string
  readonly title: string
  /** The message of that person, or ''. */
  readonly message: string
  readonly url: string
  readonly unsubscribeUrl?: string
}

const toOneLine = (text: string): string => shortenText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
const toParagraphs = (text: string): MailBlock[] =>
  text
    .split(/[\r\n\u2028\u2029]+/u)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => ({ kind: 'paragraph', text: line }))

export function projectSharedMail(shared: ProjectSharedMailFields): Mail {
  const { to, productName, firstname, sharedBy, message, url } = shared
  const title = toOneLine(shared.title)
  const written = toParagraphs(message)
  const ending = shared.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: shared.unsubscribeUrl }
  return {
    to,
    ...ending,
    subject: toOneLine(`${sharedBy} shared "${title}" with you`),
    ...renderMailBody({
      productName,
      heading: 'A project was shared with you',
      blocks: [
        { kind: 'paragraph', text: `${formatGreeting(firstname)} ${sharedBy} shared the project "${title}" with you.` },
        ...(written.length === 0 ? [] : [{ kind: 'paragraph' as const, text: `${sharedBy} writes:` }, ...written]),
        { kind: 'button', label: 'Open the project', url },
      ],
      reason: `You get this mail because somebody shared a project with your ${productName} account.`,
      ...ending,
    }),
  }
}

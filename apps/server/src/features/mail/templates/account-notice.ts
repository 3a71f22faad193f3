import type { Mail } from '../../../ports/mail.ts'
import { formatGreeting } from './greeting.ts'
import { renderMailBody } from './letter-body.ts'

/** What has changed about the ways into an account. */
export type AccountChange =
  | { readonly kind: 'password-changed' | 'email-changed' }
  | { readonly kind: 'linked' | 'unlinked'; readonly provider: string }

export interface AccountNoticeMailFields {
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

import { shortenText } from '@espalier/domain'

import type { Mail } from '../../../ports/mail.ts'
import { renderMailBody } from './letter-body.ts'

export interface BetaInviteMailFields {
  readonly to: string
  readonly productName: string
  /** The address of the person who invites: unlike a name, it cannot be made up. */
  readonly invitedBy: string
  /** The page where one signs up, with the invite. */
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

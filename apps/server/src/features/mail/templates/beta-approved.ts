import type { Mail } from '../../../ports/mail.ts'
import { formatGreeting } from './greeting.ts'
import { renderMailBody } from './letter-body.ts'

export interface BetaApprovedMailFields {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  /** The product's address, such as https://example.com. */
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

import type { Mail } from '../../../ports/mail.ts'
import { greetingOf } from './greeting.ts'
import { renderBody } from './letter-body.ts'

export interface BetaApproved {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  /** The product's address, such as https://example.com. */
  readonly webUrl: string
}

export const betaApprovedMail = ({ to, productName, firstname, webUrl }: BetaApproved): Mail => ({
  to,
  subject: `Your ${productName} account is approved`,
  ...renderBody({
    productName,
    heading: 'You are in',
    blocks: [
      { kind: 'paragraph', text: `${greetingOf(firstname)} thank you for waiting. Your account is approved.` },
      { kind: 'button', label: `Open ${productName}`, url: new URL('/projects', webUrl).href },
    ],
    reason: `You get this mail because you applied for the ${productName} beta with this address.`,
  }),
})

import type { Mail } from '../../../ports/mail.ts'
import { formatGreeting } from './greeting.ts'
import { renderMailBody } from './letter-body.ts'

export interface CodeMailFields {
  readonly purpose: 'recovery' | 'verification'
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  readonly code: string
  /** Minutes for which the code works. */
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
    // Not the code itself: subjects show on locked screens.
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

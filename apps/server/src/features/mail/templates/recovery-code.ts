import type { Mail } from '../../../ports/mail.ts'
import { greetingOf } from './greeting.ts'
import { renderBody } from './letter-body.ts'

export interface RecoveryCode {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  readonly code: string
  /** Minutes for which the code works. */
  readonly minutes: number
}

export const recoveryCodeMail = ({ to, productName, firstname, code, minutes }: RecoveryCode): Mail => ({
  to,
  // Not the code itself: subjects show on locked screens.
  subject: `Your ${productName} recovery code`,
  ...renderBody({
    productName,
    heading: 'Get back into your account',
    blocks: [
      { kind: 'paragraph', text: `${greetingOf(firstname)} enter this code on the recovery page:` },
      { kind: 'code', code },
      {
        kind: 'paragraph',
        text: `It works once, within ${minutes} minutes. Give it to nobody: whoever has it can enter your account.`,
      },
    ],
    reason: `Somebody asked for this code with your address. If it was not you, ignore this mail: nothing has changed.`,
  }),
})

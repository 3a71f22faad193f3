import { isEmail } from '@espalier/domain'

import { approvePerson } from '../features/account/index.ts'
import type { AdminCommand } from './command.ts'
import { CommandFailed } from './command-failed.ts'

export const approveCommand: AdminCommand = {
  name: 'approve',
  parameters: ['EMAIL'],
  summary: 'lets a person of the beta in, and sends them a mail',
  async run(workshop, [email = '']) {
    if (!isEmail(email.trim())) throw new CommandFailed(`${JSON.stringify(email)} is not an e-mail address`)
    const approved = await approvePerson(workshop, email)
    if (approved.ok) return `Approved ${approved.value.email}. A mail is queued; a running server sends it.`
    if (approved.reason === 'already-active')
      return `${email} is active already. Nothing was changed, no mail was sent.`
    throw new CommandFailed(`Nobody has registered with ${email}`)
  },
}

import { join } from 'node:path'

import { createOutboxCarrier } from '../adapters/outbox/outbox-carrier.ts'
import type { AdminCommand } from './command.ts'
import { CommandFailed } from './command-failed.ts'

const defaultMailCount = 5
const maxMailCount = 200

/** Where no mail server is set, recovery codes and invitations reach nobody unless the operator can read them. */
export const mailsCommand: AdminCommand = {
  name: 'mails',
  parameters: ['[COUNT]'],
  summary: `prints the newest mails that wait in the outbox because SMTP_URL is not set (${defaultMailCount} of them, or COUNT)`,
  async run({ config }, [given = String(defaultMailCount)]) {
    if (config.mail.smtpUrl !== null) throw new CommandFailed('SMTP_URL is set: mails are sent, and none wait here')
    const count = /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN
    if (!(count >= 1 && count <= maxMailCount)) throw new CommandFailed(`COUNT must be a number from 1 to ${maxMailCount}`)
    const outbox = createOutboxCarrier({ folder: join(config.dataDir, 'outbox'), from: config.mail.from })
    const mails = await outbox.list(count)
    await outbox.close()
    if (mails.length === 0) return `No mail waits in ${join(config.dataDir, 'outbox')}.`
    return mails
      .toReversed()
      .map(({ to, subject, date, text }) => `To: ${to}\nDate: ${date}\nSubject: ${subject}\n\n${text.trim()}`)
      .join('\n\n----------------------------------------\n\n')
  },
}

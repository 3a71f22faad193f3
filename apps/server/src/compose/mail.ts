import { join } from 'node:path'
import { createOutboxCarrier } from '../adapters/outbox/outbox-carrier.ts'
import { createSmtpCarrier } from '../adapters/smtp/smtp-carrier.ts'
import type { Config } from '../config.ts'
import type { Log } from '../ports/log.ts'

/** People are waiting for mails that nobody sends. In development they are read at /dev/outbox instead. */
export const isMailMissing = ({ environment, mail }: Pick<Config, 'environment' | 'mail'>): boolean =>
  environment === 'production' && mail.smtpUrl === null

export function composeMail(config: Config, log: Log) {
  const { mail, dataDir } = config
  if (mail.smtpUrl !== null) return { carrier: createSmtpCarrier({ url: mail.smtpUrl, from: mail.from }), outbox: null }
  const folder = join(dataDir, 'outbox')
  if (isMailMissing(config)) {
    log.warn(
      { folder },
      'SMTP_URL is not set: no mail is sent. Invites, share mails and recovery codes are only stored',
    )
  }
  const outbox = createOutboxCarrier({ folder, from: mail.from })
  return { carrier: outbox, outbox }
}

/** What /readyz says of mail: traffic may come, but no mail leaves. */
export const listDegradedMail = (config: Config): readonly string[] => (isMailMissing(config) ? ['mail'] : [])

import { randomUUID } from 'node:crypto'
import { ApiError } from '../../api/errors.ts'
import type { MailCarrier } from '../../ports/mail.ts'
import { operatorTexts as texts } from '../../texts/operators.ts'
import { testMail } from '../mail/index.ts'

interface TestMailOptions {
  readonly carrier: Pick<MailCarrier, 'deliver'>
  readonly productName: string
}

const maxReasonCharacters = 300

/** Sends at once instead of queueing, so that the operator reads the mail server's own words. */
export async function sendTestMail({ carrier, productName }: TestMailOptions, to: string): Promise<void> {
  const mail = testMail({ to, productName })
  try {
    await carrier.deliver({ ...mail, id: randomUUID(), writtenAt: new Date().toISOString() })
  } catch (error) {
    throw new ApiError('UPSTREAM_FAILED', texts.mailFailed(describeReason(error)))
  }
}

/** One line, without a password that an address in the message might contain. */
const describeReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(/\/\/[^\s@/]*@/g, '//')
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxReasonCharacters)

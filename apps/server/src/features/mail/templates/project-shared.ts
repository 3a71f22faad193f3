import { shortenText } from '@espalier/domain'

import type { Mail } from '../../../ports/mail.ts'
import { formatGreeting } from './greeting.ts'
import { type MailBlock, renderMailBody } from './letter-body.ts'

export interface ProjectSharedMailFields {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  /** The address of the person who shared it: unlike a name, it cannot be made up. */
  readonly sharedBy: string
  readonly title: string
  /** What that person wrote, or ''. */
  readonly message: string
  readonly url: string
  readonly unsubscribeUrl?: string
}

const toOneLine = (text: string): string => shortenText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
const toParagraphs = (text: string): MailBlock[] =>
  text
    .split(/[\r\n\u2028\u2029]+/u)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => ({ kind: 'paragraph', text: line }))

export function projectSharedMail(shared: ProjectSharedMailFields): Mail {
  const { to, productName, firstname, sharedBy, message, url } = shared
  const title = toOneLine(shared.title)
  const written = toParagraphs(message)
  const ending = shared.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: shared.unsubscribeUrl }
  return {
    to,
    ...ending,
    subject: toOneLine(`${sharedBy} shared "${title}" with you`),
    ...renderMailBody({
      productName,
      heading: 'A project was shared with you',
      blocks: [
        { kind: 'paragraph', text: `${formatGreeting(firstname)} ${sharedBy} shared the project "${title}" with you.` },
        ...(written.length === 0 ? [] : [{ kind: 'paragraph' as const, text: `${sharedBy} writes:` }, ...written]),
        { kind: 'button', label: 'Open the project', url },
      ],
      reason: `You get this mail because somebody shared a project with your ${productName} account.`,
      ...ending,
    }),
  }
}

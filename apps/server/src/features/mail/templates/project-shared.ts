import { shorten } from '@espalier/domain'

import type { Mail } from '../../../ports/mail.ts'
import { greetingOf } from './greeting.ts'
import { type Block, renderBody } from './letter-body.ts'

export interface ProjectShared {
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

const oneLine = (text: string): string => shorten(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
const paragraphs = (text: string): Block[] =>
  text
    .split(/[\r\n\u2028\u2029]+/u)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => ({ kind: 'paragraph', text: line }))

export function projectSharedMail(shared: ProjectShared): Mail {
  const { to, productName, firstname, sharedBy, message, url } = shared
  const title = oneLine(shared.title)
  const written = paragraphs(message)
  const ending = shared.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: shared.unsubscribeUrl }
  return {
    to,
    ...ending,
    subject: oneLine(`${sharedBy} shared "${title}" with you`),
    ...renderBody({
      productName,
      heading: 'A project was shared with you',
      blocks: [
        { kind: 'paragraph', text: `${greetingOf(firstname)} ${sharedBy} shared the project "${title}" with you.` },
        ...(written.length === 0 ? [] : [{ kind: 'paragraph' as const, text: `${sharedBy} writes:` }, ...written]),
        { kind: 'button', label: 'Open the project', url },
      ],
      reason: `You get this mail because somebody shared a project with your ${productName} account.`,
      ...ending,
    }),
  }
}

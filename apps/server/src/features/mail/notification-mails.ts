import type { Mail } from '../../ports/mail.ts'
import { notificationMailTexts as texts } from '../../texts/notifications.ts'
import { formatGreeting, type MailBlock, renderMailBody, toOneLine } from './mail-body.ts'

interface MailedNotification {
  /** A sentence in plain text. */
  readonly text: string
  readonly project: string
  readonly url: string
  /** The node; null if it is about the project itself. */
  readonly nodeId: string | null
}

interface NotificationsMailFields {
  readonly to: string
  readonly firstname: string | null
  readonly productName: string
  /** At least one. */
  readonly items: readonly MailedNotification[]
  /** How many more there are. */
  readonly more: number
  /** The list of all of them. */
  readonly url: string
  readonly unsubscribeUrl: string
}

/** One notification is the subject itself; several are counted and listed by project. */
export function notificationsMail(fields: NotificationsMailFields): Mail {
  const { to, firstname, productName, items, more, url, unsubscribeUrl } = fields
  const [only, ...others] = items
  const isSingle = only !== undefined && others.length === 0 && more === 0
  const subject = isSingle ? only.text : texts.subjectOfMany(items.length + more, productName)
  const listed: MailBlock[] = items.map(({ text, project }) => ({
    kind: 'paragraph',
    text: toOneLine(`${project}: ${text}`),
  }))
  const rest: MailBlock[] = more === 0 ? [] : [{ kind: 'paragraph', text: texts.more(more) }]
  return {
    to,
    unsubscribeUrl,
    ...(isSingle && only.nodeId !== null && { threadId: only.nodeId }),
    subject: toOneLine(subject),
    ...renderMailBody({
      productName,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: formatGreeting(firstname) },
        ...listed,
        ...rest,
        isSingle
          ? { kind: 'button', label: texts.openNode, url: only.url }
          : { kind: 'button', label: texts.open(productName), url },
      ],
      reason: texts.reason(productName),
      unsubscribeUrl,
    }),
  }
}

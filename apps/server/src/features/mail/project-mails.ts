import type { Mail } from '../../ports/mail.ts'
import { mailTexts } from '../../texts/mail.ts'
import { formatGreeting, type MailBlock, renderMailBody, toOneLine } from './mail-body.ts'

interface ProjectSharedMailFields {
  readonly to: string
  readonly productName: string
  readonly firstname: string | null
  /** The email address of the sharing person, which cannot be made up, unlike a name. */
  readonly sharedBy: string
  readonly title: string
  /** The message of that person, or ''. */
  readonly message: string
  readonly url: string
  readonly unsubscribeUrl?: string
}

const toParagraphs = (text: string): MailBlock[] =>
  text
    .split(/[\r\n\u2028\u2029]+/u)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => ({ kind: 'paragraph', text: line }))

export function projectSharedMail(shared: ProjectSharedMailFields): Mail {
  const { to, productName, firstname, sharedBy, message, url } = shared
  const texts = mailTexts.shared
  const title = toOneLine(shared.title)
  const written = toParagraphs(message)
  const ending = shared.unsubscribeUrl === undefined ? {} : { unsubscribeUrl: shared.unsubscribeUrl }
  return {
    to,
    ...ending,
    subject: toOneLine(texts.subject(sharedBy, title)),
    ...renderMailBody({
      productName,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: formatGreeting(firstname) },
        { kind: 'paragraph', text: texts.body(sharedBy, title) },
        ...(written.length === 0
          ? []
          : [{ kind: 'paragraph' as const, text: texts.messageFrom(sharedBy) }, ...written]),
        { kind: 'button', label: texts.open, url },
      ],
      reason: texts.reason(productName),
      ...ending,
    }),
  }
}

interface ProjectInvitationMailFields {
  readonly to: string
  readonly productName: string
  /** The email address of the inviting person, which cannot be made up, unlike a name. */
  readonly invitedBy: string
  readonly title: string
  /** The message of that person, or ''. */
  readonly message: string
  /** The page that shows the invitation. */
  readonly url: string
  readonly unsubscribeUrl: string
}

export function projectInvitationMail(invitation: ProjectInvitationMailFields): Mail {
  const { to, productName, invitedBy, message, url, unsubscribeUrl } = invitation
  const texts = mailTexts.projectInvitation
  const title = toOneLine(invitation.title)
  const written = toParagraphs(message)
  return {
    to,
    unsubscribeUrl,
    subject: toOneLine(texts.subject(invitedBy, title)),
    ...renderMailBody({
      productName,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: mailTexts.greetingWithoutName },
        { kind: 'paragraph', text: texts.body(invitedBy, title, productName) },
        ...(written.length === 0
          ? []
          : [{ kind: 'paragraph' as const, text: mailTexts.shared.messageFrom(invitedBy) }, ...written]),
        { kind: 'paragraph', text: mailTexts.invitation.scope(to) },
        { kind: 'button', label: texts.join, url },
      ],
      reason: mailTexts.invitation.reason(invitedBy),
      unsubscribeUrl,
    }),
  }
}

interface AccessRequestMailFields {
  /** The owner's address and first name. */
  readonly to: string
  readonly firstname: string | null
  readonly productName: string
  /** The email address of the person who asks, which the owner enters to share the project. */
  readonly askedBy: string
  readonly title: string
  readonly url: string
  readonly unsubscribeUrl: string
}

export function accessRequestMail(request: AccessRequestMailFields): Mail {
  const { to, firstname, productName, askedBy, url, unsubscribeUrl } = request
  const texts = mailTexts.accessRequest
  const title = toOneLine(request.title)
  return {
    to,
    unsubscribeUrl,
    subject: toOneLine(texts.subject(askedBy, title)),
    ...renderMailBody({
      productName,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: formatGreeting(firstname) },
        { kind: 'paragraph', text: texts.body(askedBy, title) },
        { kind: 'paragraph', text: texts.nextStep(askedBy) },
        { kind: 'button', label: mailTexts.shared.open, url },
      ],
      reason: texts.reason(productName),
      unsubscribeUrl,
    }),
  }
}

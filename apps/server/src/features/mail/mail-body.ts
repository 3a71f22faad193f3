import { shortenText } from '@espalier/domain'
import { html, type Html } from '../../api/html-page.ts'
import { mailTexts } from '../../texts/mail.ts'

export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }

interface MailBody {
  readonly productName: string
  readonly heading: string
  readonly blocks: readonly MailBlock[]
  /** The small print that says why the recipient got the mail. */
  readonly reason: string
  readonly unsubscribeUrl?: string
}

/** Renders one text for HTML and for plain-text readers. */
export const renderMailBody = (body: MailBody): { readonly text: string; readonly html: string } => ({
  text: renderMailText(body),
  html: renderMailHtml(body).text,
})

const renderMailText = ({ productName, heading, blocks, reason, unsubscribeUrl }: MailBody): string => {
  const end = unsubscribeUrl === undefined ? '' : `\n${mailTexts.unsubscribeAt(unsubscribeUrl)}`
  return [heading, ...blocks.map(renderBlockText), '-- ', `${productName}\n${reason}${end}`].join('\n\n') + '\n'
}

function renderBlockText(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text
    case 'code':
      return `    ${block.code}`
    case 'button':
      return `${block.label}:\n${block.url}`
  }
}

const fontFamily = `-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif`

const renderUnsubscribeLink = (url: string | undefined): Html[] =>
  url === undefined ? [] : [html` <a href="${url}" style="color: #55604f">${mailTexts.unsubscribe}</a>`]

const renderMailHtml = ({ productName, heading, blocks, reason, unsubscribeUrl }: MailBody): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <title>${heading}</title>
      </head>
      <body style="margin: 0; padding: 32px 16px; background: #f6f4ec; color: #1f2a22; font: 16px/1.5 ${fontFamily}">
        <div
          style="max-width: 480px; margin: 0 auto; padding: 32px; background: #fffefa; border: 1px solid #dcd8c8; border-radius: 12px"
        >
          <p style="margin: 0 0 24px; font-weight: 700; color: #2c5f45">${productName}</p>
          <h1 style="margin: 0 0 16px; font-size: 22px; line-height: 1.3">${heading}</h1>
          ${blocks.map(renderBlockHtml)}
        </div>
        <p style="max-width: 480px; margin: 16px auto 0; font-size: 13px; color: #55604f">
          ${reason}${renderUnsubscribeLink(unsubscribeUrl)}
        </p>
      </body>
    </html> `

function renderBlockHtml(block: MailBlock): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p style="margin: 0 0 16px">${block.text}</p>`
    case 'code':
      return html`<p
        style="margin: 0 0 16px; padding: 16px; background: #e1ebdc; border-radius: 8px; font: 700 28px/1 ui-monospace, Menlo, Consolas, monospace; letter-spacing: 4px; text-align: center"
      >
        ${block.code}
      </p>`
    case 'button':
      return html`<p style="margin: 0 0 16px">
        <a
          href="${block.url}"
          style="display: inline-block; padding: 12px 20px; background: #2c5f45; color: #fffefa; border-radius: 8px; font-weight: 600; text-decoration: none"
          >${block.label}</a
        >
      </p>`
  }
}

/** A name that contains a link or a long text is not used: mails must not carry a stranger's words. */
export const formatGreeting = (firstname: string | null): string => {
  const name = firstname?.trim() ?? ''
  const isUsable = name !== '' && name.length <= 40 && !/[\p{Cc}:/@<>]|\.\S/u.test(name)
  return isUsable ? mailTexts.greeting(name) : mailTexts.greetingWithoutName
}

/** Titles and other words of people become one short line. */
export const toOneLine = (text: string): string => shortenText(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())

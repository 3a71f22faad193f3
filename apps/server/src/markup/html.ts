/** Text that is HTML already. Only `html` makes it, so that nothing else reaches a page unescaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type HtmlValue = string | number | Html | readonly Html[]

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtmlText = (text: string): string => text.replace(/[&<>"']/g, (sign) => htmlEscapes[sign] ?? sign)

function toHtmlText(value: HtmlValue): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtmlText(String(value))
  return value.map((part) => part.text).join('')
}

/** Escapes every value that is not HTML itself. Attributes must be quoted in the template. */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  new Html(strings.map((part, index) => (index === 0 ? '' : toHtmlText(values[index - 1] ?? '')) + part).join(''))

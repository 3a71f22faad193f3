/** The editor puts a text size on the outermost tag around a text, whichever that is. */
const sizedTags = 'span strong b em i u s sub sup code'.split(' ')

/** The allow-list for titles and bodies, shared by the server's sanitizer and the page's. */
export const richTextRules = {
  tags: 'p br strong b em i u s sub sup span a ol ul li h1 h2 blockquote pre code'.split(' '),
  /** Maps a tag to its allowed attributes; every other attribute is removed. */
  attributes: {
    a: ['href', 'rel', 'class'],
    li: ['data-list'],
    ...Object.fromEntries(sizedTags.map((tag) => [tag, ['class']] as const)),
  },
  classes: ['ql-size-small', 'ql-size-medium', 'ql-size-large', 'ql-size-huge'],
  listKinds: ['ordered', 'bullet', 'checked', 'unchecked'],
  schemes: ['http', 'https', 'mailto'],
  /** An outgoing link must not expose our window or our address to the page it opens. */
  rel: 'noopener noreferrer',
  /** These tags are removed with their contents; of any other tag only the tag itself. */
  dropped: ['script', 'style', 'template', 'iframe', 'object', 'embed', 'noscript', 'textarea', 'title', 'svg', 'math'],
} as const

const allowedAttributes = new Map<string, readonly string[]>(Object.entries(richTextRules.attributes))

export const isAllowedTag = (tag: string): boolean => richTextRules.tags.includes(tag.toLowerCase())

// Browsers drop these characters inside an address before they read its scheme, so 'java\tscript:' would run.
const ignoredInAddress = /[\p{Cc}\s]/gu
const allowedAddress = new RegExp(`^(?:${richTextRules.schemes.join('|')}):.`, 'iu')

export const isAllowedHref = (href: string): boolean => allowedAddress.test(href.replace(ignoredInAddress, ''))

/** Tells whether an attribute may stay, by its value. Class lists are filtered by `filterAllowedClasses` first. */
export function isAllowedAttribute(tag: string, name: string, value: string): boolean {
  const known = allowedAttributes.get(tag.toLowerCase())
  if (known === undefined || !known.includes(name.toLowerCase())) return false
  switch (name.toLowerCase()) {
    case 'href':
      return isAllowedHref(value)
    case 'class':
      return value !== '' && filterAllowedClasses(value) === value
    case 'data-list':
      return (richTextRules.listKinds as readonly string[]).includes(value)
    default:
      return value === richTextRules.rel
  }
}

/** Returns only the text sizes of a class list. */
export const filterAllowedClasses = (value: string): string =>
  value
    .split(/\s+/u)
    .filter((name) => (richTextRules.classes as readonly string[]).includes(name))
    .join(' ')

/** The entities that editors and imports write; a browser's serializer writes only the first five. */
const namedEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', '\u00a0'],
  ['apos', "'"],
  ['ndash', '\u2013'],
  ['mdash', '\u2014'],
  ['hellip', '\u2026'],
  ['lsquo', '\u2018'],
  ['rsquo', '\u2019'],
  ['ldquo', '\u201c'],
  ['rdquo', '\u201d'],
  ['laquo', '\u00ab'],
  ['raquo', '\u00bb'],
  ['bull', '\u2022'],
  ['middot', '\u00b7'],
  ['times', '\u00d7'],
  ['copy', '\u00a9'],
  ['reg', '\u00ae'],
  ['trade', '\u2122'],
  ['euro', '\u20ac'],
  ['rarr', '\u2192'],
  ['larr', '\u2190'],
])

const entityPattern = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}));/giu
const replacementCharacter = '\ufffd'

/** Decodes in one pass only: '&amp;lt;' is the text '&lt;', not '<'. */
export const decodeEntities = (text: string): string =>
  text.replace(entityPattern, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return namedEntities.get(name) ?? whole
    return decodeCharacter(hex === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hex, 16))
  })

function decodeCharacter(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return code === 0 || code > 0x10ffff || isSurrogate ? replacementCharacter : String.fromCodePoint(code)
}

export const escapeHtml = (text: string): string => escapeHtmlText(text).replaceAll('"', '&quot;')

/** For text between tags alone, written as browsers write it: quotation marks stay. Never for the value of an attribute. */
export const escapeHtmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

// The editor leaves this of a description whose text was deleted.
const emptyParagraphs = /^(?:\s*<p>(?:\s|<br\s*\/?>)*<\/p>)*\s*$/iu

export const isEmptyBody = (html: string): boolean => emptyParagraphs.test(html)

/** An empty description is stored as ''. */
export const normalizeBody = (html: string): string => (isEmptyBody(html) ? '' : html)

/** The editor puts a text size on the outermost of the tags around a text, whichever that is. */
const sizedTags = 'span strong b em i u s sub sup code'.split(' ')

/** What survives in titles and bodies. One list for the server's sanitiser and the page's. */
export const richTextRules = {
  tags: 'p br strong b em i u s sub sup span a ol ul li h1 h2 blockquote pre code'.split(' '),
  /** Tag to the attributes it may keep; every other attribute goes. */
  attributes: {
    a: ['href', 'rel', 'class'],
    li: ['data-list'],
    ...Object.fromEntries(sizedTags.map((tag) => [tag, ['class']] as const)),
  },
  classes: ['ql-size-small', 'ql-size-medium', 'ql-size-large', 'ql-size-huge'],
  listKinds: ['ordered', 'bullet', 'checked', 'unchecked'],
  schemes: ['http', 'https', 'mailto'],
  /** A link out must not hand our window or our address to the page it opens. */
  rel: 'noopener noreferrer',
  /** These go with all they hold; of any other tag only the tag goes. */
  dropped: ['script', 'style', 'template', 'iframe', 'object', 'embed', 'noscript', 'textarea', 'title', 'svg', 'math'],
} as const

const allowedAttributes = new Map<string, readonly string[]>(Object.entries(richTextRules.attributes))

export const isAllowedTag = (tag: string): boolean => richTextRules.tags.includes(tag.toLowerCase())

// Browsers drop these inside an address before they read its scheme, so 'java\tscript:' would run.
const ignoredInAddress = /[\p{Cc}\s]/gu
const allowedAddress = new RegExp(`^(?:${richTextRules.schemes.join('|')}):.`, 'iu')

export const isAllowedHref = (href: string): boolean => allowedAddress.test(href.replace(ignoredInAddress, ''))

/** Whether an attribute may stay, by its value. Class lists are filtered by `allowedClasses` first. */
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

/** The text sizes of a class list, the rest left out. */
export const filterAllowedClasses = (value: string): string =>
  value
    .split(/\s+/u)
    .filter((name) => (richTextRules.classes as readonly string[]).includes(name))
    .join(' ')

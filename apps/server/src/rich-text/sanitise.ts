import { allowedClasses, decodeEntities, isAllowedAttribute, richText } from '@espalier/domain'
import sanitizeHtml from 'sanitize-html'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richText.tags],
  allowedAttributes: Object.fromEntries(Object.entries(richText.attributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...richText.schemes],
  allowProtocolRelative: false,
  nonTextTags: [...richText.dropped],
  transformTags: { '*': keepAllowed },
  parser: { lowerCaseTags: true, decodeEntities: true },
}

function keepAllowed(tagName: string, given: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const attribs: sanitizeHtml.Attributes = {}
  for (const [name, value] of Object.entries(given)) {
    const kept = name === 'class' ? allowedClasses(value) : value
    if (name !== 'rel' && isAllowedAttribute(tagName, name, kept)) attribs[name] = kept
  }
  // The page that a link opens must not get hold of ours.
  if (tagName === 'a' && attribs['href'] !== undefined) attribs['rel'] = richText.rel
  return { tagName, attribs }
}

/** Titles of nodes and descriptions. Sanitising twice changes nothing. */
export const sanitiseRichText = (html: string): string => (isPlain(html) ? html : settle(html, once))

const once = (html: string): string => sanitizeHtml(html, options)

// Nothing in it that a browser would read as markup or as a reference.
const isPlain = (html: string): boolean => !/[<>&"]/.test(html)

const mostPasses = 10

/** Crossed tags may be put right only by a second pass; what does not come to rest is not let through as markup. */
function settle(text: string, pass: (text: string) => string): string {
  let present = text
  for (let round = 0; round < mostPasses; round += 1) {
    const next = pass(present)
    if (next === present) return present
    present = next
  }
  return sanitizeHtml(present, { ...options, allowedTags: [] })
}

const opensTag = /<[a-z/!?]/i

const withoutTags = (text: string): string =>
  opensTag.test(text)
    ? decodeEntities(sanitizeHtml(text, { allowedTags: [], nonTextTags: [...richText.dropped] }))
    : text

/** A project's title is text, not HTML: signs stay as they were typed, tags go. */
export function sanitiseText(text: string): string {
  let present = text
  for (let round = 0; opensTag.test(present); round += 1) {
    if (round === mostPasses) return present.replaceAll('<', '')
    present = withoutTags(present)
  }
  return present
}

/** Every text inside a JSON value that holds a tag passes the same gate; all others stay as they are. */
export function sanitiseJson(value: unknown): unknown {
  if (typeof value === 'string') return opensTag.test(value) ? sanitiseRichText(value) : value
  if (Array.isArray(value)) return value.map(sanitiseJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [sanitiseText(key), sanitiseJson(inner)]))
}

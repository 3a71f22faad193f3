import { filterAllowedClasses, cleanText, isAllowedAttribute, markupLimits, richTextRules } from '@espalier/domain'
import sanitizeHtml from 'sanitize-html'

import { MarkupError } from './markup-error.ts'

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: [...richTextRules.tags],
  allowedAttributes: Object.fromEntries(Object.entries(richTextRules.attributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...richTextRules.schemes],
  allowProtocolRelative: false,
  nonTextTags: [...richTextRules.dropped],
  transformTags: { '*': keepAllowed },
  parser: { lowerCaseTags: true, decodeEntities: true },
}

function keepAllowed(tagName: string, given: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const attribs: sanitizeHtml.Attributes = {}
  for (const [name, value] of Object.entries(given)) {
    const kept = name === 'class' ? filterAllowedClasses(value) : value
    if (name !== 'rel' && isAllowedAttribute(tagName, name, kept)) attribs[name] = kept
  }
  // The page that a link opens must not get hold of ours.
  if (tagName === 'a' && attribs['href'] !== undefined) attribs['rel'] = richTextRules.rel
  return { tagName, attribs }
}

/**
 * Titles of nodes and descriptions. Sanitizing twice changes nothing. Throws a MarkupError where the markup is nested too deeply or
 * holds too many tags: the parser's time grows with the number of tags times the number of open ones.
 */
export function sanitizeRichText(html: string): string {
  const clean = cleanText(html)
  rejectTooManyBrackets(clean)
  return isPlainText(clean) ? clean : sanitizeUntilStable(clean, (text) => cleanText(sanitizeOnce(text, sanitizeOptions)))
}

/** A tag has two of these signs at most, one where it opens and one where it closes. The parser is slow with loose ones. */
function rejectTooManyBrackets(html: string): void {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    count += 1
    if (count > 2 * markupLimits.tags) throw new MarkupError('too-many-tags')
  }
}

/** Sanitizes with two counters that stop the parser in time. */
function sanitizeOnce(html: string, rules: sanitizeHtml.IOptions): string {
  let tags = 0
  let depth = 0
  const counting = {
    ...rules,
    onOpenTag() {
      tags += 1
      depth += 1
      if (depth > markupLimits.openTags) throw new MarkupError('too-deep')
      if (tags > markupLimits.tags) throw new MarkupError('too-many-tags')
    },
    onCloseTag() {
      depth -= 1
    },
  }
  return sanitizeHtml(html, counting)
}

/** Whether a browser would read nothing in it as markup or as a reference. */
export const isPlainText = (html: string): boolean => !/[<>&"]/.test(html)

const maxPasses = 10

/** Crossed tags may be put right only by a second pass; what does not come to rest is not let through as markup. */
function sanitizeUntilStable(text: string, pass: (text: string) => string): string {
  let present = text
  for (let round = 0; round < maxPasses; round += 1) {
    const next = pass(present)
    if (next === present) return present
    present = next
  }
  return sanitizeOnce(present, { ...sanitizeOptions, allowedTags: [] })
}

const opensTag = /<[a-z/!?]/i

/** Whether a text inside JSON is markup; every other text there is data and stays as it is. */
export const containsTag = (text: string): boolean => opensTag.test(text)

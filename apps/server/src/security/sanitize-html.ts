import {
  cleanText,
  filterAllowedClasses,
  isAllowedAttribute,
  isMentionId,
  markupLimits,
  mentionAttribute,
  richTextRules,
} from '@espalier/domain'
import { cleanHtml } from '@espalier/interchange'
import sanitizeHtml from 'sanitize-html'
import { requestTexts } from '../texts/requests.ts'

type MarkupErrorReason = keyof typeof requestTexts.markup

/** The reason why a text was not sanitized. Callers convert it to the code and the field of the API. */
export class MarkupError extends Error {
  override readonly name = 'MarkupError'
  readonly reason: MarkupErrorReason

  constructor(reason: MarkupErrorReason) {
    super(requestTexts.markup[reason])
    this.reason = reason
  }
}

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: [...richTextRules.tags],
  allowedAttributes: Object.fromEntries(
    Object.entries(richTextRules.attributes).map(([tag, names]) => [tag, [...names]]),
  ),
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
  // A page that a link opens must not get access to ours.
  if (tagName === 'a' && attribs['href'] !== undefined) attribs['rel'] = richTextRules.rel
  return { tagName, attribs }
}

const commentOptions: sanitizeHtml.IOptions = {
  ...sanitizeOptions,
  allowedAttributes: { ...sanitizeOptions.allowedAttributes, a: [...richTextRules.attributes.a, mentionAttribute] },
  transformTags: { '*': keepMentions },
}

/** A mention is a link that leads nowhere: it names a person and has no other attribute. */
function keepMentions(tagName: string, given: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const id = tagName === 'a' ? given[mentionAttribute] : undefined
  if (id !== undefined && isMentionId(id)) return { tagName, attribs: { [mentionAttribute]: id } }
  return keepAllowed(tagName, given)
}

/**
 * Sanitizes titles of nodes and descriptions. Sanitizing twice changes nothing. Throws a MarkupError if the markup is
 * nested too deeply or has too many tags: the parser's time grows with the number of tags times the number of open
 * ones.
 */
export const sanitizeRichText = (html: string): string => sanitizeWith(html, sanitizeOptions)

function sanitizeWith(html: string, options: sanitizeHtml.IOptions): string {
  const clean = cleanText(html)
  rejectTooManyBrackets(clean)
  return isPlainText(clean) ? clean : sanitizeUntilStable(clean, (text) => cleanText(sanitizeOnce(text, options)))
}

/**
 * A tag has at most two of these characters, one where it opens and one where it closes. The parser is slow with stray
 * ones.
 */
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

/** Whether a browser would read nothing in it as markup or as a character reference. */
export const isPlainText = (html: string): boolean => !/[<>&"]/.test(html)

const maxPasses = 10

/** Crossed tags may need a second pass; text that does not become stable is not returned as markup. */
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

/** Whether a text inside JSON is markup; every other text there is data and stays unchanged. */
export const containsTag = (text: string): boolean => opensTag.test(text)

/** Texts of a file first pass the reader's own allowlist, which knows what other programs write. */
export const sanitizers = {
  'rich-text': sanitizeRichText,
  comment: (html: string): string => sanitizeWith(html, commentOptions),
  imported: (html: string): string => cleanHtml(html, sanitizeRichText),
} as const

export type TextKind = keyof typeof sanitizers

export interface SanitizeJob {
  readonly kind: TextKind
  readonly texts: readonly string[]
}

export type SanitizeResult =
  | { readonly ok: true; readonly texts: readonly string[] }
  | { readonly ok: false; readonly reason: MarkupErrorReason }

/** Runs one job, in the worker or here. It throws nothing, because errors lose their class between threads. */
export function runSanitizeJob({ kind, texts }: SanitizeJob): SanitizeResult {
  try {
    return { ok: true, texts: texts.map(sanitizers[kind]) }
  } catch (error) {
    if (error instanceof MarkupError) return { ok: false, reason: error.reason }
    throw error
  }
}

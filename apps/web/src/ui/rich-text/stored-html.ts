import {
  filterAllowedClasses,
  isAllowedAttribute,
  isMentionId,
  mentionAttribute,
  normalizeBody,
  richTextRules,
} from '@espalier/domain'
import createPurifier, { type Config } from 'dompurify'

const purifierOptions: Config = {
  ALLOWED_TAGS: [...richTextRules.tags],
  ALLOWED_ATTR: [...new Set(Object.values(richTextRules.attributes).flat())],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_CONTENTS: [...richTextRules.dropped],
}

/** Each is a separate instance, because hooks are stored per instance and must apply to every call. */
function createSanitizer(hasMentions: boolean): (html: string) => string {
  const purifier = createPurifier(window)
  purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
    const tag = element.tagName.toLowerCase()
    const { attrName: name } = attribute
    if (name === 'class') attribute.attrValue = filterAllowedClasses(attribute.attrValue)
    attribute.keepAttr = isAllowedAttribute(tag, name, attribute.attrValue)
    // Comments have mentions, descriptions have none.
    if (hasMentions && tag === 'a' && name === mentionAttribute && isMentionId(attribute.attrValue))
      attribute.forceKeepAttr = true
  })
  purifier.addHook('afterSanitizeAttributes', (element) => {
    // A page opened by a link must not get access to ours.
    if (element.tagName === 'A' && element.hasAttribute('href')) element.setAttribute('rel', richTextRules.rel)
  })
  return (html) => purifier.sanitize(html, purifierOptions)
}

/** Returns what may be shown or saved of a text, by the same rules as the server. Sanitizing twice changes nothing. */
export const sanitizeRichText = createSanitizer(false)

/** The same for a comment, which may mention people. */
export const sanitizeComment = createSanitizer(true)

/** Converts an editor's content into its stored form. */
export function toStoredHtml(editor: Node, sanitize: (html: string) => string = sanitizeRichText): string {
  const copy = document.createElement('div')
  copy.append(...editor.cloneNode(true).childNodes)
  // The editor draws list markers by elements that are not part of the text.
  for (const mark of copy.querySelectorAll('.ql-ui')) mark.remove()
  for (const list of copy.querySelectorAll('ol')) nestItems(list)
  for (const block of copy.querySelectorAll('.ql-code-block-container')) block.replaceWith(toPreElement(block))
  for (const mention of copy.querySelectorAll<HTMLElement>('.ql-mention'))
    mention.replaceWith(toMentionElement(mention))
  // When a format waits for its first letter, the editor marks the caret with a character that nobody typed.
  return normalizeBody(sanitize(copy.innerHTML.replaceAll('\ufeff', '')))
}

/**
 * The editor keeps the items of all levels in one list, each marked with its level; the stored form nests lists inside
 * items.
 */
function nestItems(list: Element): void {
  const levels: Element[] = [list]
  const items = [...list.children]
  list.replaceChildren()
  for (const item of items) {
    const wanted = Number(/\bql-indent-(\d)/u.exec(item.className)?.[1] ?? 0)
    while (levels.length > wanted + 1) levels.pop()
    const above = levels.at(-1)?.lastElementChild
    if (levels.length <= wanted && above != null) {
      const inner = document.createElement('ol')
      above.append(inner)
      levels.push(inner)
    }
    levels.at(-1)?.append(item)
  }
}

function toPreElement(block: Element): Element {
  const pre = document.createElement('pre')
  const lines = [...block.querySelectorAll('.ql-code-block')].map((line) => line.textContent)
  // A parser drops a line break right after <pre>, so a text that begins with one would change each time it is read.
  pre.textContent = lines.join('\n').replace(/^\n+/, '')
  return pre
}

/** The editor keeps a mention as one piece; stored, it is a link without an address. */
function toMentionElement(mention: HTMLElement): Element {
  const link = document.createElement('a')
  link.setAttribute(mentionAttribute, mention.dataset['userId'] ?? '')
  link.textContent = mention.textContent
  return link
}

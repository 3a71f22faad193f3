import { filterAllowedClasses, isAllowedAttribute, normalizeBody, richTextRules } from '@espalier/domain'
import createPurifier, { type Config } from 'dompurify'

// A separate instance, because hooks are stored per instance and must apply to every call.
const purifier = createPurifier(window)

const purifierOptions: Config = {
  ALLOWED_TAGS: [...richTextRules.tags],
  ALLOWED_ATTR: [...new Set(Object.values(richTextRules.attributes).flat())],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_CONTENTS: [...richTextRules.dropped],
}

purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  const tag = element.tagName.toLowerCase()
  if (attribute.attrName === 'class') attribute.attrValue = filterAllowedClasses(attribute.attrValue)
  attribute.keepAttr = isAllowedAttribute(tag, attribute.attrName, attribute.attrValue)
})

purifier.addHook('afterSanitizeAttributes', (element) => {
  // A page opened by a link must not get access to ours.
  if (element.tagName === 'A' && element.hasAttribute('href')) element.setAttribute('rel', richTextRules.rel)
})

/** Returns what may be shown or saved of a text, by the same rules as the server. Sanitizing twice changes nothing. */
export const sanitizeRichText = (html: string): string => purifier.sanitize(html, purifierOptions)

/** Converts an editor's content into its stored form. */
export function toStoredHtml(editor: Node): string {
  const copy = document.createElement('div')
  copy.append(...editor.cloneNode(true).childNodes)
  // The editor draws list markers by elements that are not part of the text.
  for (const mark of copy.querySelectorAll('.ql-ui')) mark.remove()
  for (const list of copy.querySelectorAll('ol')) nestItems(list)
  for (const block of copy.querySelectorAll('.ql-code-block-container')) block.replaceWith(toPreElement(block))
  // When a format waits for its first letter, the editor marks the caret with a character that nobody typed.
  return normalizeBody(sanitizeRichText(copy.innerHTML.replaceAll('\ufeff', '')))
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

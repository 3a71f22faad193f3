import { filterAllowedClasses, isAllowedAttribute, richTextRules } from '@espalier/domain'
import createPurifier, { type Config } from 'dompurify'

// An instance of its own: hooks are kept by the instance, and nobody else's call may miss them.
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
  // The page that a link opens must not get hold of ours.
  if (element.tagName === 'A' && element.hasAttribute('href')) element.setAttribute('rel', richTextRules.rel)
})

/** What may be shown or saved of a text, by the list that the server goes by too. Sanitising twice changes nothing. */
export const sanitizeRichText = (html: string): string => purifier.sanitize(html, purifierOptions)

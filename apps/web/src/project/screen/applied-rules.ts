import { listRules } from '../../platform/copy-rules.ts'

/**
 * Returns the rules that apply to a copy of the page, as text. The browser reads them and compares each with every
 * element before it paints the picture, so the many for other states, windows and parts are left out.
 */
export function copyAppliedRules(copy: HTMLElement): string {
  // Only what is below an element is found by its selectors.
  const parent = copy.ownerDocument.createElement('div')
  parent.append(copy)
  const used = new Set([...parent.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]))
  return listRules(used, isForThisSize)
    .map(({ rule }) => writeRule(rule, parent))
    .join('')
}

/** A picture is only shown in a window of the same size. Colors, contrast and the like may change until then. */
const isForThisSize = (rule: CSSRule): boolean =>
  !(rule instanceof CSSMediaRule) || !isAboutSize(rule.conditionText) || window.matchMedia(rule.conditionText).matches

const isAboutSize = (condition: string): boolean =>
  [...condition.matchAll(/\(\s*([a-z-]+)/g)].every(([, feature = '']) =>
    /^(?:min-|max-)?(?:width|height)$/.test(feature),
  )

function writeRule(rule: CSSRule, parent: ParentNode): string {
  if (rule instanceof CSSStyleRule) return isApplied(rule.selectorText, parent) ? rule.cssText : ''
  if (!(rule instanceof CSSMediaRule)) return rule.cssText
  const rules = Array.from(rule.cssRules, (inner) => writeRule(inner, parent)).join('')
  return rules === '' ? '' : `@media ${rule.conditionText}{${rules}}`
}

/** A copy has no focus and no pointer above it, just as the picture. */
function isApplied(selector: string, parent: ParentNode): boolean {
  try {
    return parent.querySelector(selector.replaceAll(/::[\w-]+/g, '')) !== null
  } catch {
    // Without its pseudo-element this is no selector, as `* > ::before`.
    return true
  }
}

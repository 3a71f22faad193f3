/** A rule of a style sheet. Its text is written only if it is used: most rules are not, and it takes the longest. */
class CopiedRule {
  readonly rule: CSSRule
  #text: string | null = null
  #classes: readonly string[] | null = null

  constructor(rule: CSSRule) {
    this.rule = rule
  }

  get text(): string {
    return (this.#text ??= this.rule.cssText)
  }

  /** The classes in its selectors; none: it may apply to everything. */
  get classes(): readonly string[] {
    if (this.#classes !== null) return this.#classes
    const selectors = 'selectorText' in this.rule ? String(this.rule.selectorText) : this.text
    return (this.#classes = [...selectors.matchAll(/\.([a-z][\w-]+)/gi)].map(([, name = '']) => name))
  }
}

/** A sheet of ours is loaded once and does not change. Reading a thousand rules takes more than a frame. */
const copiedSheets = new WeakMap<CSSStyleSheet, readonly CopiedRule[]>()

function copySheet(sheet: CSSStyleSheet): readonly CopiedRule[] {
  const known = copiedSheets.get(sheet)
  if (known !== undefined && known.length === sheet.cssRules.length) return known
  const rules = Array.from(sheet.cssRules, (rule) => new CopiedRule(rule))
  copiedSheets.set(sheet, rules)
  return rules
}

/** Returns the rules of the document that may apply to elements with these classes. */
export const listRules = (used: ReadonlySet<string>, isUseful: (rule: CSSRule) => boolean): readonly CopiedRule[] =>
  [...document.styleSheets]
    .flatMap(copySheet)
    .filter(({ rule }) => isUseful(rule))
    .filter(({ classes }) => classes.length === 0 || classes.some((name) => used.has(name)))

/** False: a rule for another window, such as one of a phone. To write all of these as text takes the longest. */
const isForThisWindow = (rule: CSSRule): boolean =>
  !(rule instanceof CSSMediaRule) || window.matchMedia(rule.conditionText).matches

/** Returns the text of the rules that may apply to elements with these classes, in this window as it is now. */
export const copyRules = (used: ReadonlySet<string>): string =>
  listRules(used, isForThisWindow)
    .map(({ text }) => text)
    .join('')

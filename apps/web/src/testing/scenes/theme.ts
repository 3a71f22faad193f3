export type Theme = 'browser' | 'light' | 'dark'

const darkQuery = '(prefers-color-scheme: dark)'
// A person's own colors count more than a choice.
const chosenDark = '(forced-colors: none)'
const mediaByTheme: Readonly<Record<Theme, string>> = { browser: darkQuery, light: 'not all', dark: chosenDark }
const darkRules = new Set<CSSMediaRule>()

/** Shows the page in one theme whatever the browser prefers, by changing when the rules for dark colors apply. */
export function applyTheme(theme: Theme): void {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSMediaRule && rule.media.mediaText === darkQuery) darkRules.add(rule)
    }
  }
  for (const rule of darkRules) rule.media.mediaText = mediaByTheme[theme]
  document.documentElement.style.colorScheme = theme === 'browser' ? '' : theme
}

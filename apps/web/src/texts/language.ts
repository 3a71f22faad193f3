import { setTranslation, type Translate } from '@espalier/domain'

/** Every language but English, which is in the code. A new one is a file that exports `translate`, and a line here. */
const languages: Readonly<Record<string, () => Promise<{ readonly translate: Translate }>>> = {
  'xx-pseudo': () => import('./pseudo-locale.ts'),
}

const storageKey = 'lang'
const developmentHosts = ['localhost', '127.0.0.1', '[::1]']

/** The language of the address (`?lang=`), which the tab remembers. It is offered in development and in tests only. */
function chooseLanguage(): string | null {
  if (!developmentHosts.includes(window.location.hostname)) return null
  const asked = new URLSearchParams(window.location.search).get('lang')
  if (asked !== null) window.sessionStorage.setItem(storageKey, asked)
  return asked ?? window.sessionStorage.getItem(storageKey)
}

/** Loads the language before anything is drawn. */
export async function loadLanguage(): Promise<void> {
  const language = chooseLanguage()
  const load = language === null ? undefined : languages[language]
  if (language === null || load === undefined) return
  const { translate } = await load()
  setTranslation(translate)
  document.documentElement.lang = language
}

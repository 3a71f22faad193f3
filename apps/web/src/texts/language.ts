import { setTranslation, type Translate } from '@espalier/domain'

/** Every language but English, which is in the code. A new one is a file that exports `translate`, and a line here. */
const languages: Readonly<Record<string, () => Promise<{ readonly translate: Translate }>>> = {
  'xx-pseudo': () => import('./pseudo-locale.ts'),
}

let current: string | null = null

/** The language of the texts; null: English. A worker has texts of its own, so it needs to be told. */
export const getLanguage = (): string | null => current

/** Loads a language and switches all texts to it. Null and an unknown one mean English. */
export async function setLanguage(language: string | null): Promise<void> {
  const load = language === null ? undefined : languages[language]
  const loaded = await load?.()
  setTranslation(loaded?.translate ?? null)
  current = loaded === undefined ? null : language
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
  await setLanguage(chooseLanguage())
  if (current !== null) document.documentElement.lang = current
}

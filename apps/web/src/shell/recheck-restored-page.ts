import { auth } from '../data/session/index.ts'
import { browser } from '../platform/navigation.ts'

/** A page from the back-forward cache may show a session that ended meanwhile: drop what is believed and come back through /dummy. */
export function recheckSessionOnRestore(goTo: (path: string) => void): () => void {
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    const here = browser.here()
    auth.clear()
    goTo(`/dummy?next=${encodeURIComponent(here)}`)
  }
  window.addEventListener('pageshow', onPageShow)
  return () => window.removeEventListener('pageshow', onPageShow)
}

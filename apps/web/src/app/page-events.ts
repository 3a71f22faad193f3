import { sharingTexts } from '@espalier/domain'
import type { Person } from '../api/identity/identity-client.ts'
import { auth } from '../api/session/session.ts'
import { apiTroubles } from '../api/graphql/api-trouble.ts'
import { browser } from '../platform/navigation.ts'
import { toast, toastList } from '../ui/Toasts.tsx'

/** Says when the page has become another person's: somebody signed in with another account in another tab. */
export function warnWhenAccountChanges(): () => void {
  let before: Person | null = null
  return auth.subscribe(() => {
    const state = auth.get()
    if (state.kind === 'anonymous') before = null
    if (state.kind !== 'person') return
    if (before !== null && before.id !== state.person.id)
      toast.warning(formatAccountChange(before, state.person), persistentToast)
    before = state.person
  })
}

const persistentToast = { isPersistent: true }
const formatAccountChange = (before: Person, now: Person): string =>
  `Another account was signed in in this browser: you are now ${now.email}. Text that was not saved is kept for ${before.email}.`

/** What the whole page does when the API refuses: forget the session, sign in anew, or say what went wrong. */
export function handleApiErrors(goTo: (path: string) => void): () => void {
  return apiTroubles.listen((trouble) => {
    switch (trouble.kind) {
      case 'unauthenticated':
        return runAfterTyping(() => auth.rejectSession())
      case 'forbidden':
        // Whoever is still signed in comes back at once: without a word they would not know why nothing was changed.
        toast.error(sharingTexts.denied, persistentToast)
        return runAfterTyping(() => {
          goTo(`/login?next=${encodeURIComponent(browser.here())}`)
          auth.clear()
        })
      case 'reached':
        return toastList.closeWhere(({ text }) => text.startsWith('[Network error]'))
      case 'said':
        return toast.error(trouble.text, { isPersistent: true })
    }
  })
}

/** Somebody in the middle of a formatted text finishes it first: the page must not go away under their hands. */
function runAfterTyping(leave: () => void): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || !field.isContentEditable) return leave()
  // Leaving the field stores its text, which has to be done before the page goes.
  field.addEventListener('focusout', () => setTimeout(leave), { once: true })
}

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

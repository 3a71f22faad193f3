import { sharingTexts } from '@espalier/domain'
import type { Person } from '../api/identity/whoami.ts'
import { auth } from '../api/session/session.ts'
import { apiTroubles } from '../api/graphql/api-trouble.ts'
import { browser } from '../platform/navigation.ts'
import { frameTexts } from '../texts/frame.ts'
import { toast, toastList } from '../ui/Toasts.tsx'

/** Tells the person when somebody signed in with another account in another tab. */
export function warnWhenAccountChanges(): () => void {
  let before: Person | null = null
  return auth.subscribe(() => {
    const state = auth.get()
    if (state.kind === 'anonymous') before = null
    if (state.kind !== 'person') return
    if (before !== null && before.id !== state.person.id)
      toast.warning(frameTexts.accountChanged(state.person.email, before.email), persistentToast)
    before = state.person
  })
}

const persistentToast = { isPersistent: true }

/** Handles API rejections for the whole page: clears the session, leads to the login page, or shows the error. */
export function handleApiErrors(goTo: (path: string) => void): () => void {
  return apiTroubles.listen((trouble) => {
    switch (trouble.kind) {
      case 'unauthenticated':
        return runAfterTyping(() => auth.rejectSession())
      case 'forbidden':
        // A person with a valid session returns at once, so the toast explains why nothing was changed.
        toast.error(sharingTexts.denied, persistentToast)
        return runAfterTyping(() => {
          goTo(`/login?next=${encodeURIComponent(browser.here())}`)
          auth.clear()
        })
      case 'reached':
        return toastList.closeWhere(({ topic }) => topic === 'network')
      case 'unreachable':
        return toast.error(trouble.text, { isPersistent: true, topic: 'network' })
      case 'said':
        return toast.error(trouble.text, persistentToast)
    }
  })
}

/** A person who is editing formatted text can finish first: the page must not disappear meanwhile. */
function runAfterTyping(leave: () => void): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement) || !field.isContentEditable) return leave()
  // Leaving the field stores its text, which must happen before the page goes away.
  field.addEventListener('focusout', () => setTimeout(leave), { once: true })
}

/**
 * A page from the back-forward cache may show a session that ended meanwhile: clear the auth state and return through
 * /dummy.
 */
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

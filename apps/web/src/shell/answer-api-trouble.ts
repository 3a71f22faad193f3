import { apiTroubles } from '../data/graphql/api-trouble.ts'
import { auth } from '../data/session/index.ts'
import { browser } from '../platform/navigation.ts'
import { toast } from '../ui/toasts/toast.ts'

/** What the whole page does when the API refuses: forget the session, sign in anew, or say what went wrong. */
export function answerApiTrouble(goTo: (path: string) => void): () => void {
  return apiTroubles.listen((trouble) => {
    switch (trouble.kind) {
      case 'unauthenticated':
        return auth.refused()
      case 'forbidden':
        goTo(`/login?next=${encodeURIComponent(browser.here())}`)
        return auth.clear()
      case 'said':
        return toast.error(trouble.text, { isPersistent: true })
    }
  })
}

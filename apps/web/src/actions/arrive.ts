import type { RedirectTarget } from '@espalier/domain'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { takeNext } from '../data/session/index.ts'
import { browser } from '../platform/navigation.ts'
import { isServerPage } from '../platform/server-pages.ts'

/** Goes to a judged destination: inside the page by the router, elsewhere by the browser; history is replaced. */
export function useGoToDestination(): (destination: RedirectTarget) => void {
  const navigate = useNavigate()
  return useCallback(
    (destination) => {
      if (destination.kind === 'url') browser.replace(destination.url)
      else if (isServerPage(destination.path)) browser.replace(destination.path)
      else void navigate(destination.path, { replace: true })
    },
    [navigate],
  )
}

/** After signing in: to the stored `next` if there is one (read once), else to the given path of our own. */
export function useRedirectAfterSignIn(): (otherwise: string) => void {
  const goTo = useGoToDestination()
  return useCallback((otherwise) => goTo(takeNext() ?? { kind: 'path', path: otherwise }), [goTo])
}

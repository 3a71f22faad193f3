import { useEffect } from 'react'
import { auth, resolveDestination } from '../../api/session/session.ts'
import { useSearchParams } from '../../platform/router.tsx'
import { statusPageTexts } from '../../texts/status-pages.ts'
import { PageSkeleton, usePageTitle } from '../../ui/Page.tsx'
import { useGoToDestination } from './finish-sign-in.ts'

/** Replaces a page from the back-forward cache while its session is rechecked, then returns to it. */
export function RecheckSessionPage() {
  const [query] = useSearchParams()
  const wanted = query.get('next')
  const goTo = useGoToDestination()
  usePageTitle(statusPageTexts.oneMoment)
  useEffect(() => {
    let isCurrent = true
    void waitForSession().then(() => {
      if (isCurrent) goTo(readDestination(wanted))
    })
    return () => {
      isCurrent = false
    }
  }, [wanted, goTo])
  return <PageSkeleton />
}

/** The frame around the restored page may have started a check already. */
const waitForSession = async () => (auth.get().kind === 'unknown' ? auth.check() : auth.get())

function readDestination(wanted: string | null) {
  const destination = resolveDestination(wanted)
  // A `next` that names this page again would be an endless redirect.
  const isCircle = destination.kind === 'path' && /^\/dummy\/?(?:[?#]|$)/i.test(destination.path)
  return isCircle ? resolveDestination(null) : destination
}

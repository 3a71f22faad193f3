import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useGoTo } from '../../actions/arrive.ts'
import { auth, judgeDestination } from '../../data/session/index.ts'
import { usePageTitle } from '../../ui/Page.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'

/** Stands in for a page restored from the back-forward cache while its session is checked anew; then the page takes its place. */
export function DummyPage() {
  const [query] = useSearchParams()
  const wanted = query.get('next')
  const goTo = useGoTo()
  usePageTitle('One moment')
  useEffect(() => {
    let isCurrent = true
    void whenKnown().then(() => {
      if (isCurrent) goTo(destinationAfterDummy(wanted))
    })
    return () => {
      isCurrent = false
    }
  }, [wanted, goTo])
  return <PageSkeleton />
}

/** The frame around the restored page may have asked already. */
const whenKnown = async () => (auth.get().kind === 'unknown' ? auth.check() : auth.get())

function destinationAfterDummy(wanted: string | null) {
  const destination = judgeDestination(wanted)
  // A `next` that names this page again would send the visitor round in circles.
  const isCircle = destination.kind === 'path' && /^\/dummy\/?(?:[?#]|$)/i.test(destination.path)
  return isCircle ? judgeDestination(null) : destination
}

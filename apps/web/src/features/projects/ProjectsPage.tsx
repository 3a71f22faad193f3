import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { VerifyEmailReminder } from '../../actions/VerifyEmailLine.tsx'
import { waitForAccess, useAccess } from '../../data/account/index.ts'
import { preloadCode } from '../../platform/code-parts.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { FilterPanel } from './FilterPanel.tsx'
import { ImportFileButton } from './ImportFile.tsx'
import { parseListAddress } from './list-place.ts'
import { ProjectsList } from './ProjectsList.tsx'
import styles from './ProjectsPage.module.css'

// Where this part cannot be loaded, the list is shown without it.
const UsageNotice = lazy(() =>
  import('./UsageNotice.tsx').then(
    (part) => ({ default: part.UsageNotice }),
    () => ({ default: () => null }),
  ),
)

export function ProjectsPage() {
  const access = useAccess()
  const { hash } = useLocation()
  const place = parseListAddress(hash)
  const hasAccess = access.kind === 'known' && access.hasAccess
  useTrialGreeting(hasAccess)
  // So that a row's menu, and the way into a project, do not fail once the connection is lost.
  useEffect(() => void preloadCode(), [])
  return (
    <Page title="Project List" heading="Projects" width="wide">
      <VerifyEmailReminder />
      <div className={styles.columns}>
        <div className={styles.aside}>
          <FilterPanel current={place.filter} />
          {hasAccess && (
            <div className={styles.imports}>
              <Link to="/projects/import" className={buttonClass('quiet', 'small')}>
                Import Project
              </Link>
              <ImportFileButton />
            </div>
          )}
          {hasAccess && (
            <Suspense fallback={null}>
              <UsageNotice />
            </Suspense>
          )}
        </div>
        <ProjectsList key={place.filter} place={place} hasAccess={hasAccess} />
      </div>
    </Page>
  )
}

/** Announced once. The parameter goes when the API knows of it, so that a reload does not say it again. */
function useTrialGreeting(hasAccess: boolean): void {
  const [query, setQuery] = useSearchParams()
  const isNew = query.has('trial')
  useEffect(() => {
    if (isNew) toast.success('Subscription started')
  }, [isNew])
  useEffect(() => {
    if (!isNew) return undefined
    let isHere = true
    const settle = () => {
      if (!isHere) return
      setQuery((before) => (before.delete('trial'), before), { replace: true })
    }
    if (hasAccess) settle()
    else void waitForAccess().then(settle)
    return () => {
      isHere = false
    }
  }, [isNew, hasAccess, setQuery])
}

import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useAccess } from '../../data/account/index.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { FilterPanel } from './FilterPanel.tsx'
import { readPlace } from './list-place.ts'
import { ProjectsList } from './ProjectsList.tsx'
import styles from './ProjectsPage.module.css'

export function ProjectsPage() {
  useTrialGreeting()
  const access = useAccess()
  const { hash } = useLocation()
  const place = readPlace(hash)
  const hasAccess = access.kind === 'known' && access.hasAccess
  return (
    <Page title="Project List" heading="Projects" width="wide">
      <div className={styles.columns}>
        <div className={styles.aside}>
          <FilterPanel current={place.filter} />
          {hasAccess && (
            <Link to="/projects/import" className={styles.import}>
              Import Project
            </Link>
          )}
        </div>
        <ProjectsList key={place.filter} place={place} hasAccess={hasAccess} />
      </div>
    </Page>
  )
}

/** A trial that has just begun is announced once: the parameter goes, so that a reload does not say it again. */
function useTrialGreeting(): void {
  const [query, setQuery] = useSearchParams()
  const isNew = query.has('trial')
  useEffect(() => {
    if (!isNew) return
    toast.success('Subscription started')
    setQuery(
      (before) => {
        before.delete('trial')
        return before
      },
      { replace: true },
    )
  }, [isNew, setQuery])
}

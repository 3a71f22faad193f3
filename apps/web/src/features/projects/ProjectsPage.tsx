import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useAccess } from '../../data/account/index.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { toast } from '../../ui/toasts/toast.ts'

export function ProjectsPage() {
  useTrialGreeting()
  const access = useAccess()
  const hasAccess = access.kind === 'known' && access.hasAccess
  return (
    <Page title="Project List" heading="Projects" width="wide">
      <EmptyState heading="No projects here yet">
        <p>A project is a tree of tasks: it starts with one node and grows as the plan does.</p>
        {hasAccess ? (
          <Link to="/projects/add" look="primary">
            Create my first project
          </Link>
        ) : (
          <Link to="/pricing" look="primary">
            Start a Free Trial
          </Link>
        )}
      </EmptyState>
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

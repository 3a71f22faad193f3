import { Component, type ReactNode, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { browser } from '../../platform/navigation.ts'
import { pageErrors } from '../../platform/page-errors.ts'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { TroublePage } from '../../ui/TroublePage.tsx'

/** The page of the present route, while it loads, or why it cannot be shown. The frame around it stays usable. */
export function LoadedPage() {
  const { pathname } = useLocation()
  return (
    <PageGuard place={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    </PageGuard>
  )
}

interface PageGuardProps {
  readonly place: string
  readonly children: ReactNode
}

interface PageGuardState {
  readonly hasFailed: boolean
  readonly place: string
}

/** For a part that could not be loaded (often: a newer version was put in place) or that failed while drawing. */
class PageGuard extends Component<PageGuardProps, PageGuardState> {
  override state: PageGuardState = { hasFailed: false, place: this.props.place }

  static getDerivedStateFromError(): Partial<PageGuardState> {
    return { hasFailed: true }
  }

  // Otherwise the next page would be hidden behind the failure of this one.
  static getDerivedStateFromProps({ place }: PageGuardProps, before: PageGuardState): PageGuardState | null {
    return place === before.place ? null : { hasFailed: false, place }
  }

  override componentDidCatch(error: unknown): void {
    pageErrors.tell(error)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <TroublePage
        title="This page could not be shown"
        sentence="Something went wrong while loading it. Trying again reloads the page."
        onRetry={() => browser.reload()}
      />
    )
  }
}

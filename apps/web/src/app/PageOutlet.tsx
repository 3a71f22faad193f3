import { Component, type ReactNode, Suspense } from 'react'
import { browser } from '../platform/navigation.ts'
import { Outlet, useLocation } from '../platform/router.tsx'
import { frameTexts } from '../texts/frame.ts'
import { PageSkeleton, RetryPage } from '../ui/Page.tsx'
import { resetFailedComponent } from '../ui/lazy-component.tsx'

/** Shows the page of the current route, its skeleton, or its error. The frame around it stays usable. */
export function PageOutlet() {
  const { pathname } = useLocation()
  return (
    <PageErrorBoundary place={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    </PageErrorBoundary>
  )
}

interface PageErrorBoundaryProps {
  readonly place: string
  readonly children: ReactNode
}

interface PageErrorBoundaryState {
  /** The code did not load; loading it again may help. */
  readonly failure: 'not-loaded' | 'broken' | null
  readonly place: string
}

/**
 * Catches a part that could not be loaded (often because a newer build was deployed) or that failed while rendering.
 */
class PageErrorBoundary extends Component<PageErrorBoundaryProps, PageErrorBoundaryState> {
  override state: PageErrorBoundaryState = { failure: null, place: this.props.place }

  #retry = (): void => this.setState({ failure: null })

  static getDerivedStateFromError(): Partial<PageErrorBoundaryState> {
    return { failure: 'broken' }
  }

  // Otherwise this page's failure would hide the next page.
  static getDerivedStateFromProps(
    { place }: PageErrorBoundaryProps,
    before: PageErrorBoundaryState,
  ): PageErrorBoundaryState | null {
    return place === before.place ? null : { failure: null, place }
  }

  override componentDidCatch(error: unknown): void {
    if (!resetFailedComponent(error)) return
    this.setState({ failure: 'not-loaded' })
    window.addEventListener('online', this.#retry, { once: true })
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.#retry)
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === null) return this.props.children
    return (
      <RetryPage
        title={frameTexts.pageNotShown}
        sentence={failure === 'broken' ? frameTexts.pageBroken : frameTexts.pageNotLoaded}
        onRetry={failure === 'broken' ? () => browser.reload() : this.#retry}
      />
    )
  }
}

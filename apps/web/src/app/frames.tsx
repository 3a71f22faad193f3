import { useEffect } from 'react'
import { useMatch } from 'react-router'
import { pageConfig } from '../api/session/page-config.ts'
import { auth, useAuth } from '../api/session/session.ts'
import { Link } from '../ui/Button.tsx'
import { Wordmark } from '../ui/Logo.tsx'
import { LazyBoundary, preloadableComponent } from '../ui/lazy-component.tsx'
import { PageOutlet } from './PageOutlet.tsx'
import appFrameStyles from './AppFrame.module.css'
import bareFrameStyles from './BareFrame.module.css'
import brandHeaderStyles from './BrandHeader.module.css'
import styles from './SkipLink.module.css'

/** It comes after the first paint, or ahead where it is sure to be needed. */
export const loadTopBar = async () => (await import('./TopBar.tsx')).TopBar

/** The hash belongs to filters and nodes, so the jump moves the focus and leaves the address alone. */
const SkipLink = () => (
  <a
    href="#main"
    className={styles.skip}
    onClick={(event) => {
      event.preventDefault()
      document.getElementById('main')?.focus()
    }}
  >
    Skip to content
  </a>
)

/** Only the name, for those who have no top bar. */
const BrandHeader = () => (
  <header className={brandHeaderStyles.header}>
    <Link to="/" className={brandHeaderStyles.brand}>
      <Wordmark name={pageConfig().productName} />
    </Link>
  </header>
)

const TopBar = preloadableComponent(loadTopBar)

/** Around every page of the product. The top bar shows to signed-in people, and to anonymous ones on the tree route. */
export function AppFrame() {
  const state = useAuth()
  const isTree = useMatch('/tree/:id') !== null
  useEffect(() => {
    if (state.kind === 'unknown') void auth.check()
  }, [state.kind])
  const hasBar = state.kind === 'person' || (state.kind === 'anonymous' && isTree)
  return (
    <>
      <SkipLink />
      {state.kind === 'unknown' && <div className={appFrameStyles.barSpace} />}
      {hasBar && (
        <LazyBoundary fallback={<div className={appFrameStyles.barSpace} />}>
          <TopBar person={state.kind === 'person' ? state.person : null} />
        </LazyBoundary>
      )}
      {!hasBar && state.kind !== 'unknown' && <BrandHeader />}
      <PageOutlet />
    </>
  )
}

/** Around the pages that lead into the product: no top bar, only the name. */
export const BareFrame = () => (
  <div className={bareFrameStyles.frame}>
    <BrandHeader />
    <PageOutlet />
  </div>
)

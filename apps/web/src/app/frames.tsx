import { useEffect } from 'react'
import { pageConfig } from '../api/session/page-config.ts'
import { auth, useAuth } from '../api/session/session.ts'
import { useMatch } from '../platform/router.tsx'
import { frameTexts } from '../texts/frame.ts'
import { Link } from '../ui/Button.tsx'
import { Wordmark } from '../ui/Logo.tsx'
import { LazyBoundary, preloadableComponent } from '../ui/lazy-component.tsx'
import { PageOutlet } from './PageOutlet.tsx'
import appFrameStyles from './AppFrame.module.css'
import bareFrameStyles from './BareFrame.module.css'
import brandHeaderStyles from './BrandHeader.module.css'
import styles from './SkipLink.module.css'

/** The top bar loads after the first paint, or earlier when it is certain to be needed. */
export const loadTopBar = async () => (await import('./TopBar.tsx')).TopBar

/** The hash belongs to filters and nodes, so the link moves the focus and leaves the address alone. */
const SkipLink = () => (
  <a
    href="#main"
    className={styles.skip}
    onClick={(event) => {
      event.preventDefault()
      document.getElementById('main')?.focus()
    }}
  >
    {frameTexts.skipToContent}
  </a>
)

/** Shows only the product name, for visitors without a top bar. */
const BrandHeader = () => (
  <header className={brandHeaderStyles.header}>
    <Link to="/" className={brandHeaderStyles.brand}>
      <Wordmark name={pageConfig().productName} />
    </Link>
  </header>
)

const TopBar = preloadableComponent(loadTopBar)

/** Frames every page of the product. Signed-in people see the top bar, and anonymous visitors on the tree route. */
export function AppFrame() {
  const state = useAuth()
  const isTree = useMatch('/tree/:id/*') !== null
  const isUnconfirmed = state.kind === 'unknown' || (state.kind === 'person' && state.isRemembered === true)
  useEffect(() => {
    if (!isUnconfirmed) return undefined
    const check = () => void auth.check()
    check()
    window.addEventListener('online', check)
    return () => window.removeEventListener('online', check)
  }, [isUnconfirmed])
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

/** Frames the sign-in pages: no top bar, only the product name. */
export const BareFrame = () => (
  <div className={bareFrameStyles.frame}>
    <BrandHeader />
    <PageOutlet />
  </div>
)

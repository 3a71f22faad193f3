import { useEffect } from 'react'
import { useMatch } from 'react-router'
import { auth, useAuth } from '../../data/session/index.ts'
import { loadTopBar } from '../top-bar/load-top-bar.ts'
import { LazyBoundary, preloadableComponent } from '../../ui/lazy-part.tsx'
import styles from './AppFrame.module.css'
import { BrandHeader } from './BrandHeader.tsx'
import { PageOutlet } from './LoadedPage.tsx'
import { SkipLink } from './SkipLink.tsx'

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
      {state.kind === 'unknown' && <div className={styles.barSpace} />}
      {hasBar && (
        <LazyBoundary fallback={<div className={styles.barSpace} />}>
          <TopBar person={state.kind === 'person' ? state.person : null} />
        </LazyBoundary>
      )}
      {!hasBar && state.kind !== 'unknown' && <BrandHeader />}
      <PageOutlet />
    </>
  )
}

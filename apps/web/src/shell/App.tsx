import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType, useRoutes } from 'react-router'
import { Toasts } from '../ui/toasts/Toasts.tsx'
import { handleApiErrors, warnWhenAccountChanges } from './answer-api-trouble.ts'
import { recheckSessionOnRestore } from './recheck-restored-page.ts'
import { routes } from './routes.tsx'
import { SharingMount } from './SharingMount.tsx'
import { isTelemetryEnabled, TelemetryMount } from './TelemetryMount.tsx'

/** The whole page, inside a router. */
export function App() {
  const page = useRoutes(routes)
  useWholePageEvents()
  useScrollToTopOnNavigation()
  return (
    <>
      {page}
      <SharingMount />
      {isTelemetryEnabled() && <TelemetryMount />}
      <Toasts />
    </>
  )
}

function useWholePageEvents(): void {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  }, [navigate])
  useEffect(() => {
    const goTo = (path: string) => void latest.current(path, { replace: true })
    const leaves = [handleApiErrors(goTo), recheckSessionOnRestore(goTo), warnWhenAccountChanges()]
    return () => leaves.forEach((leave) => leave())
  }, [])
}

/** Going back is left to the browser, which knows where the person had scrolled to. */
function useScrollToTopOnNavigation(): void {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    if (pathname !== '' && !isBack) document.documentElement.scrollTop = 0
  }, [pathname, isBack])
}

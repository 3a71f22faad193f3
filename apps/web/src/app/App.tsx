import { lazy, Suspense, useEffect, useRef } from 'react'
import { pageConfig } from '../api/session/page-config.ts'
import { useLocation, useNavigate, useNavigationType, useRoutes } from '../platform/router.tsx'
import { guardCopies } from '../api/session/guard-copies.ts'
import { closeSharing, useSharingTarget } from '../sharing/open-sharing.ts'
import { frameTexts } from '../texts/frame.ts'
import { toast, Toasts } from '../ui/Toasts.tsx'
import { handleApiErrors, recheckSessionOnRestore, warnWhenAccountChanges } from './page-events.ts'
import { routes } from './routes.tsx'

const SharingDialogHost = lazy(() =>
  import('../sharing/SharingDialog.tsx').then(
    ({ SharingDialogHost: SharingHost }) => ({ default: SharingHost }),
    () => ({ default: SharingNotLoaded }),
  ),
)

/** The usual reason is a newer build that was deployed meanwhile. */
function SharingNotLoaded() {
  useEffect(() => {
    toast.error(frameTexts.sharingNotLoaded, { isPersistent: true })
    closeSharing()
  }, [])
  return null
}

/** Shows the share dialog for any caller. It closes when its page is left. */
function SharingMount() {
  const { pathname } = useLocation()
  return <OpenSharingDialog key={pathname} />
}

function OpenSharingDialog() {
  const target = useSharingTarget()
  useEffect(() => closeSharing, [])
  if (target === null) return null
  return (
    <Suspense fallback={null}>
      <SharingDialogHost key={target} projectId={target} />
    </Suspense>
  )
}

/** Telemetry is off by default, and then its code is not even loaded. */
const isTelemetryEnabled = (): boolean => {
  const { errorReports, pageViews } = pageConfig().features
  return errorReports === true || pageViews === true
}

const Telemetry = lazy(() =>
  import('./Telemetry.tsx').then(
    ({ Telemetry }) => ({ default: Telemetry }),
    // The page works without telemetry.
    () => ({ default: () => null }),
  ),
)

const TelemetryMount = () => (
  <Suspense fallback={null}>
    <Telemetry />
  </Suspense>
)

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

/** The page that the person waits for comes first. */
const copiesCheckDelayMs = 5_000

/** Access may have ended while this person was away. If the code cannot be loaded, the next visit checks it. */
const checkCopies = async (): Promise<void> => {
  const { removeLostCopies } = await import('../api/lost-copies.ts')
  await removeLostCopies()
}

function useWholePageEvents(): void {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  }, [navigate])
  useEffect(() => {
    const goTo = (path: string) => void latest.current(path, { replace: true })
    const leaves = [
      handleApiErrors(goTo),
      recheckSessionOnRestore(goTo),
      warnWhenAccountChanges(),
      guardCopies(() => void window.setTimeout(() => void checkCopies().catch(() => undefined), copiesCheckDelayMs)),
    ]
    return () => leaves.forEach((leave) => leave())
  }, [])
}

/** On going back the browser restores the scroll position itself. */
function useScrollToTopOnNavigation(): void {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    if (pathname !== '' && !isBack) document.documentElement.scrollTop = 0
  }, [pathname, isBack])
}

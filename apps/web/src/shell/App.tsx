import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType, useRoutes } from 'react-router'
import { Toasts } from '../ui/toasts/Toasts.tsx'
import { answerApiTrouble, reportOtherPerson } from './answer-api-trouble.ts'
import { recheckRestoredPage } from './recheck-restored-page.ts'
import { routes } from './routes.tsx'
import { SharingMount } from './SharingMount.tsx'
import { hasTelemetry, TelemetryMount } from './TelemetryMount.tsx'

/** The whole page, inside a router. */
export function App() {
  const page = useRoutes(routes)
  useWholePageEvents()
  useTopOfNewPage()
  return (
    <>
      {page}
      <SharingMount />
      {hasTelemetry() && <TelemetryMount />}
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
    const leaves = [answerApiTrouble(goTo), recheckRestoredPage(goTo), reportOtherPerson()]
    return () => leaves.forEach((leave) => leave())
  }, [])
}

/** Going back is left to the browser, which knows where the person had scrolled to. */
function useTopOfNewPage(): void {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    if (pathname !== '' && !isBack) document.documentElement.scrollTop = 0
  }, [pathname, isBack])
}

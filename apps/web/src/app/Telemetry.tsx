import { useEffect } from 'react'
import { reportError, reportPageView, resendErrors } from '../api/telemetry.ts'
import { apiTroubles } from '../api/graphql/api-trouble.ts'
import { pageErrors } from '../platform/page-lifecycle.ts'
import { useLocation } from '../platform/router.tsx'

/** Loaded only when the operator has configured a receiver: reports the open screen and errors. */
export function Telemetry() {
  const { pathname } = useLocation()
  useEffect(() => void reportPageView(pathname), [pathname])
  useEffect(() => {
    const report = (error: unknown) => void reportError(error, window.location.pathname)
    const onError = ({ error, message }: ErrorEvent) => report(error ?? new Error(message))
    const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason)
    const onOnline = () => void resendErrors()
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    window.addEventListener('online', onOnline)
    const leaves = [
      pageErrors.listen(report),
      apiTroubles.listen((trouble) => {
        if (trouble.kind === 'unreachable') report(new ReportedNetworkError(trouble.text))
      }),
    ]
    return () => {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
      window.removeEventListener('online', onOnline)
      leaves.forEach((leave) => leave())
    }
  }, [])
  return null
}

class ReportedNetworkError extends Error {
  override readonly name = 'NetworkError'
}

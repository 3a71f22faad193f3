import { lazy, Suspense } from 'react'
import { pageConfig } from '../data/config/index.ts'

/** By default nothing is counted and nothing told: then not even the code for it is loaded. */
export const isTelemetryEnabled = (): boolean => {
  const { errorReports, pageViews } = pageConfig().features
  return errorReports === true || pageViews === true
}

const Telemetry = lazy(() =>
  import('./Telemetry.tsx').then(
    ({ Telemetry }) => ({ default: Telemetry }),
    // A page without it is whole all the same.
    () => ({ default: () => null }),
  ),
)

export const TelemetryMount = () => (
  <Suspense fallback={null}>
    <Telemetry />
  </Suspense>
)

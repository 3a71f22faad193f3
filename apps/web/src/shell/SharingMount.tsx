import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { closeSharing, useSharingTarget } from '../actions/open-sharing.ts'
import { toast } from '../ui/toasts/toast.ts'

const SharingDialogHost = lazy(() =>
  import('../features/sharing/index.ts').then(
    ({ SharingDialogHost: SharingHost }) => ({ default: SharingHost }),
    () => ({ default: SharingNotLoaded }),
  ),
)

/** Often: a newer version was put in place meanwhile. */
function SharingNotLoaded() {
  useEffect(() => {
    toast.error('The sharing settings could not be loaded. Reload the page and try again.', { isPersistent: true })
    closeSharing()
  }, [])
  return null
}

/** The share dialog, wherever it was asked for. It goes with the page it was opened on. */
export function SharingMount() {
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

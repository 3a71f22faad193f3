import { render } from '@testing-library/react'
import { useEffect } from 'react'
import { App } from '../app/App.tsx'
import type { Location } from '../platform/history.ts'
import { type NavigateFunction, useLocation, useNavigate } from '../platform/router.tsx'
import { MemoryRouter } from './memory-router.tsx'

interface LocationWatcherProps {
  readonly onPlace: (location: Location, navigate: NavigateFunction) => void
}

function LocationWatcher({ onPlace }: LocationWatcherProps) {
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => onPlace(location, navigate), [location, navigate, onPlace])
  return null
}

/** Renders the whole page at an address with its real routes. The previous page is /hello. */
export function renderApp(address: string) {
  const seen: { here: string; goBack: () => void } = { here: '', goBack: () => undefined }
  const onPlace: LocationWatcherProps['onPlace'] = ({ pathname, search, hash }, navigate) => {
    seen.here = pathname + search + hash
    seen.goBack = () => void navigate(-1)
  }
  render(
    <MemoryRouter initialEntries={['/hello', address]}>
      <App />
      <LocationWatcher onPlace={onPlace} />
    </MemoryRouter>,
  )
  return { here: () => seen.here, goBack: () => seen.goBack() }
}

import { render } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { App } from '../shell/App.tsx'

/** The whole page at an address, with its real routes. The page before it is /hello. */
export function drawPage(address: string) {
  let location = ''
  let goBack: (() => void) | null = null
  function Watcher() {
    const { pathname, search, hash } = useLocation()
    const navigate = useNavigate()
    location = pathname + search + hash
    goBack = () => void navigate(-1)
    return null
  }
  render(
    <MemoryRouter initialEntries={['/hello', address]} initialIndex={1}>
      <App />
      <Watcher />
    </MemoryRouter>,
  )
  return { here: () => location, goBack: () => goBack?.() }
}

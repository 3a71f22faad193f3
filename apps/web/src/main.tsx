import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { loadConfig } from './data/config/index.ts'
import { browser } from './platform/navigation.ts'
import { answerApiTrouble } from './shell/answer-api-trouble.ts'
import { recheckRestoredPage } from './shell/recheck-restored-page.ts'
import { routes } from './shell/routes.tsx'
import { Toasts } from './ui/toasts/Toasts.tsx'
import { TroublePage } from './ui/TroublePage.tsx'

async function start(): Promise<void> {
  const place = document.getElementById('root')
  if (place === null) throw new Error('The page has no element to draw into')
  const root = createRoot(place)
  const config = await loadConfig()
  if (!config.ok) {
    root.render(<TroublePage onRetry={() => browser.reload()} />)
    return
  }
  const router = createBrowserRouter(routes)
  const goTo = (path: string) => void router.navigate(path, { replace: true })
  recheckRestoredPage(goTo)
  answerApiTrouble(goTo)
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
      <Toasts />
    </StrictMode>,
  )
}

void start()

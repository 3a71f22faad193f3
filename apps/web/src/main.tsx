import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { loadConfig } from './data/config/index.ts'
import { browser } from './platform/navigation.ts'
import { App } from './shell/App.tsx'
import { loadAhead } from './shell/routes.tsx'
import { TroublePage } from './ui/TroublePage.tsx'

async function start(): Promise<void> {
  const place = document.getElementById('root')
  if (place === null) throw new Error('The page has no element to draw into')
  const root = createRoot(place)
  loadAhead(window.location.pathname)
  const config = await loadConfig()
  if (!config.ok) {
    root.render(
      <BrowserRouter>
        <TroublePage onRetry={() => browser.reload()} />
      </BrowserRouter>,
    )
    return
  }
  root.render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  )
}

void start()

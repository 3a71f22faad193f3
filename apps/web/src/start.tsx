import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { earlyData } from './api/session/early-data.ts'
import { loadConfig, pageConfig } from './api/session/page-config.ts'
import { browser } from './platform/navigation.ts'
import { App } from './app/App.tsx'
import { preloadRoute } from './app/routes.tsx'
import { BrowserRouter } from './platform/router.tsx'
import { loadLanguage } from './texts/language.ts'
import { RetryPage } from './ui/Page.tsx'

async function startApp(): Promise<void> {
  const container = document.getElementById('root')
  if (container === null) throw new Error('The page has no #root element')
  const root = createRoot(container)
  const preloaded = preloadRoute(window.location.pathname)
  const [config] = await Promise.all([loadConfigAndData(), loadLanguage(), atMost(preloaded, codeWaitMs)])
  if (!config.ok) {
    root.render(
      <BrowserRouter>
        <RetryPage onRetry={() => browser.reload()} />
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
  startWorkerLater()
}

/** Rendering a frame without its page, and then both, takes longer than to wait for code that is about to be there. */
const codeWaitMs = 400

const atMost = (work: Promise<void>, ms: number): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => window.setTimeout(resolve, ms))])

/** Storing the whole page for later must not delay what the person waits for now. */
const workerDelayMs = 4_000

const startWorker = async () => (await import('./app/offer-new-version.ts')).registerAndOfferNewVersions()

/** In development files have no hash, and a stored page would hide every change. */
function startWorkerLater(): void {
  if (!import.meta.env.PROD || pageConfig().features.serviceWorker === false) return
  // Offline, or after a deployment, the code may be missing: the next opening tries again.
  window.setTimeout(() => void startWorker().catch(() => undefined), workerDelayMs)
}

async function loadConfigAndData(): ReturnType<typeof loadConfig> {
  const config = await loadConfig()
  if (config.ok) earlyData.begin(window.location.pathname)
  return config
}

void startApp()

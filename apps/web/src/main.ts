import './ui/tokens.css'
import './ui/base.css'
import { projectsDataPath } from '@espalier/schema'
import './api/load-part.ts'
import { beginPageData } from './api/session/begin-page-data.ts'
import { showStoredPicture } from './platform/plan-picture.ts'

/** If the data of a project is late, the rest of the page starts meanwhile. */
const firstViewWaitMs = 300

/**
 * Runs first, and needs no other file. The page of a project shows its plan before the rest of the code runs, which
 * takes longer than to load it: the picture of the last visit, or else a first view of the data that came with the HTML.
 */
async function start(): Promise<void> {
  const projectId = /^\/tree\/([\w-]+)\/?$/.exec(window.location.pathname)?.[1]
  if (projectId !== undefined && (await showPlan(projectId))) await firstPaint()
  await import('./start.tsx')
}

/** Drawing may take long on a slow device, but once it is begun the rest would only make it take longer. */
const showPlan = async (projectId: string): Promise<boolean> =>
  showStoredPicture(projectId) || Promise.race([showFirstView(projectId), waitForData()])

const waitForData = (): Promise<false> =>
  new Promise((resolve) => window.setTimeout(() => resolve(false), firstViewWaitMs))

/** An address with a place, a filter or a search shows something else, which only the page itself knows. */
async function showFirstView(projectId: string): Promise<boolean> {
  if (window.location.hash !== '') return false
  const begun = beginPageData(`${projectsDataPath}/${projectId}`)
  if (begun === null) return false
  try {
    const [{ paintFirstView }, data] = await Promise.all([import('./app/first-view.ts'), begun])
    return data !== null && paintFirstView(projectId, data)
  } catch {
    // The page itself shows the plan, or says what is wrong.
    return false
  }
}

/** The rest starts late rather than never, also where a browser says nothing or the page is in a tab behind others. */
const firstPaintWaitMs = 300

/**
 * Resolves when the browser says that the first view is on the screen. Two frames after it was handed over are too
 * early: its pixels are still being computed then, on the same few cores as what comes next.
 */
const firstPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const observer = new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
    })
    observer.observe({ type: 'paint', buffered: true })
    window.setTimeout(resolve, firstPaintWaitMs)
  })

void start()

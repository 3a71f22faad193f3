import type { Page } from 'playwright-core'
import type { BenchOptions, Measured } from './bench.ts'
import { launchBrowser, requireBrowser, viewport } from './canvas/browser.ts'
import { startProduct } from './canvas/product.ts'
import { browserCookies } from './cookies.ts'
import { type Figure, inOrder, median, quantile } from './figure.ts'
import { count, shortMs } from './report.ts'

const nodes = 10_000
const limits = { switchMs: 100, scrollTimes: 1.1, elements: 1_500 } as const
const switches = { whole: 12, quick: 5 } as const
const wheelSteps = 90

/** Presses the tab of a view and returns how long it took until its visible part was painted. */
const switchTo = (page: Page, tab: string, ready: string): Promise<number> =>
  page.evaluate(
    async ([name, selector]) => {
      const before = performance.now()
      document.querySelector<HTMLElement>(`[role="tab"][aria-label="${name}"]`)?.click()
      while (document.querySelector(`${selector}[data-ready="true"]`) === null)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      return performance.now() - before
    },
    [tab, ready] as const,
  )

/** Scrolls with the wheel and returns the 95th percentile of the times between frames. */
async function measureScroll(page: Page): Promise<number> {
  await page.evaluate(() => {
    const frames: number[] = []
    // A method, because functions with a name of their own get a helper that the page does not have.
    const recorder = {
      note(at: number): void {
        frames.push(at)
        requestAnimationFrame(recorder.note)
      },
    }
    requestAnimationFrame(recorder.note)
    Object.assign(window, { frames })
  })
  await page.mouse.move(viewport.width / 2, viewport.height / 2)
  for (let step = 0; step < wheelSteps; step += 1) {
    await page.mouse.wheel(0, 240)
    await page.waitForTimeout(16)
  }
  const frames = await page.evaluate(() => (window as unknown as { readonly frames: readonly number[] }).frames)
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  return quantile(inOrder(gaps), 0.95)
}

/** A page of the same height without anything to draw while it scrolls. */
const blankPage = `<!doctype html><body style="margin:0"><div style="height:340000px"></div>`

/** The views beside the map, by the names of their tabs. */
const otherViews = ['Outline', 'Table'] as const

const selectView = (name: string): string => `[data-view="${name.toLowerCase()}"]`

async function measureViews(page: Page, url: string, projectId: string, rounds: number) {
  await page.goto(`${url}/tree/${projectId}`)
  await page.locator('[data-canvas][data-ready="true"]').waitFor()
  await page.getByRole('tab', { name: 'Outline' }).waitFor()
  const mapTimes: number[] = []
  const others: MeasuredView[] = []
  for (const name of otherViews) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const viewMs = await switchTo(page, name, selectView(name))
      await page.waitForTimeout(500)
      const mapMs = await switchTo(page, 'Map', '[data-canvas]')
      await page.waitForTimeout(500)
      // The first time loads the code.
      if (round === 0) continue
      times.push(viewMs)
      mapTimes.push(mapMs)
    }
    await switchTo(page, name, selectView(name))
    await page.waitForTimeout(1_000)
    const scrollMs = await measureScroll(page)
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    await switchTo(page, 'Map', '[data-canvas]')
    others.push({ name: name.toLowerCase(), switchMs: median(times), scrollMs, elements })
  }
  await page.setContent(blankPage)
  return { mapMs: median(mapTimes), others, blankMs: await measureScroll(page) }
}

interface MeasuredView {
  readonly name: string
  readonly switchMs: number
  readonly scrollMs: number
  readonly elements: number
}

/** The views of a large plan: changing between them, scrolling, and how much is in the document. */
export async function views({ isQuick, log }: BenchOptions): Promise<Measured> {
  requireBrowser()
  const product = await startProduct([nodes])
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
    await context.addCookies(browserCookies(product.cookie, product.url))
    const page = await context.newPage()
    const measured = await measureViews(
      page,
      product.url,
      product.projectOf(nodes).id,
      isQuick ? switches.quick : switches.whole,
    )
    for (const { name, elements } of measured.others) log(`${elements} elements in the ${name}`)
    return { figures: listFigures(measured), details: '' }
  } finally {
    await browser.close()
    await product.stop()
  }
}

const toSwitch = (view: string, ms: number): Figure => ({
  name: `${count(nodes)} nodes: changing to the ${view}, until it is painted, median`,
  measured: `${shortMs(ms)} ms`,
  limit: `${limits.switchMs} ms`,
  holds: ms <= limits.switchMs,
})

function listFigures({ mapMs, others, blankMs }: Awaited<ReturnType<typeof measureViews>>): readonly Figure[] {
  return [
    toSwitch('map', mapMs),
    ...others.flatMap(({ name, switchMs, scrollMs, elements }): readonly Figure[] => [
      toSwitch(name, switchMs),
      {
        name: `${count(nodes)} nodes: scrolling the ${name}, p95 frame`,
        measured: `${shortMs(scrollMs)} ms, ${(scrollMs / blankMs).toFixed(2)} times`,
        peer: `a blank page: ${shortMs(blankMs)} ms`,
        limit: `${limits.scrollTimes} times`,
        holds: scrollMs <= blankMs * limits.scrollTimes,
      },
      {
        name: `${count(nodes)} nodes: elements in the document with the ${name}`,
        measured: count(elements),
        limit: count(limits.elements),
        holds: elements <= limits.elements,
      },
    ]),
  ]
}

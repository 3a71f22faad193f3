import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PackedProject } from '@espalier/domain/forecast'
import { launchBrowser, requireBrowser } from './canvas/browser.ts'

export interface WorkerTimes {
  /** Of a worker that has just been started. */
  readonly firstMs: number
  readonly laterMs: readonly number[]
  /** How many frames a second the page drew while forecasts were computed. */
  readonly framesPerSecond: number
}

const assets = new URL('../apps/web/dist/assets/', import.meta.url)

function readBuiltWorker(): Buffer {
  const name = readdirSync(assets).find((file) => /^forecast-worker-[\w-]+\.js$/.test(file))
  if (name === undefined) throw new Error('the page is not built: run `npm run build`, or the bench by `npm run bench`')
  return readFileSync(new URL(name, assets))
}

/** Measures forecasts in the built worker, in Chromium, from the message to the answer, beside a page that moves. */
export async function measureInWorker(project: PackedProject, runs: number): Promise<WorkerTimes> {
  requireBrowser()
  const worker = readBuiltWorker()
  const server = createServer(({ url }, response) => {
    const isWorker = url === '/worker.js'
    response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
    response.end(isWorker ? worker : '<!doctype html><title>forecast</title><p>A moving text</p>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    // What runs TypeScript here names functions by a helper, which the page has not.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return await page.evaluate(measureOnPage, { project, runs })
  } finally {
    await browser.close()
    server.close()
  }
}

/** Runs in the page, so that it may use nothing of this file. */
async function measureOnPage({ project, runs }: { readonly project: PackedProject; readonly runs: number }) {
  const pauseMs = 300
  const worker = new Worker('/worker.js', { type: 'module' })
  const text = document.querySelector('p') as HTMLElement
  let [frames, isBusy, isOver] = [0, false, false]
  const draw = () => {
    if (isOver) return
    if (isBusy) frames += 1
    text.style.transform = `translateX(${Math.round(performance.now() / 10) % 300}px)`
    requestAnimationFrame(draw)
  }
  draw()
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const answer = new Promise((resolve, reject) => {
      worker.addEventListener('message', resolve, { once: true })
      worker.addEventListener('error', () => reject(new Error('the forecast failed')), { once: true })
    })
    isBusy = true
    const before = performance.now()
    worker.postMessage(project, [])
    await answer
    times.push(performance.now() - before)
    isBusy = false
  }
  isOver = true
  worker.terminate()
  const [firstMs = Number.NaN, ...laterMs] = times
  const seconds = times.reduce((total, ms) => total + ms, 0) / 1_000
  return { firstMs, laterMs, framesPerSecond: frames / seconds }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ForecastNode, packProject } from '@espalier/domain/forecast'
import { build } from 'esbuild'
import { launchBrowser } from '../canvas/browser.ts'

export interface BrowserForecasts {
  readonly list: readonly ForecastNode[]
  readonly transitions: Parameters<typeof packProject>[1]
  readonly nowMs: number
  readonly runs: number
}

export interface MeasuredForecast {
  /** From handing the project over until the answer has come back. */
  readonly ms: number
  /** The times between the frames that the page drew meanwhile. */
  readonly frameMs: readonly number[]
}

const product = '../../apps/web/src/project/forecast'
const html = '<!doctype html><title>Forecast</title><script type="module" src="/page.js"></script>'

/** Computes forecasts one after the other in Chromium, by the product's own workers, while the page moves something. */
export async function measureInBrowser(forecasts: BrowserForecasts): Promise<readonly MeasuredForecast[]> {
  const files = new Map([
    ['/', html],
    ['/page.js', await bundle('page/measure-forecasts.ts')],
    ['/forecast-workers.js', await bundle(`${product}/forecast-workers.ts`)],
    // The address that the file before this one asks for.
    ['/forecast-worker.ts', await bundle(`${product}/forecast-worker.ts`)],
  ])
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    const type = request.url === '/' ? 'text/html' : 'text/javascript'
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction(() => 'measureForecasts' in window)
    return await page.evaluate((all) => window.measureForecasts(all), forecasts)
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
}

async function bundle(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    minify: true,
  })
  return outputFiles[0]?.text ?? ''
}

import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { systemBrowser } from '../canvas/browser.ts'
import { installFrom } from '../peer-packages.ts'
import { categories, type Report } from './lighthouse-report.ts'

interface Lighthouse {
  readonly desktopConfig: object
  default(url: string, flags: object, config: object, page: object): Promise<{ readonly lhr: Report } | undefined>
}

interface Puppeteer {
  readonly default: { launch(options: object): Promise<Chromium> }
}

interface Chromium {
  setCookie(...cookies: object[]): Promise<void>
  newPage(): Promise<{ close(): Promise<void> }>
  close(): Promise<void>
}

const folder = fileURLToPath(new URL('auditor', import.meta.url))

// Loaded by path, because they are installed beside the workspaces, and only on request.
const load = (path: string) => import(pathToFileURL(join(folder, 'node_modules', path)).href) as Promise<unknown>

const mostTries = 3

/** Runs Lighthouse with its desktop preset and simulated throttling; every audit in a new browser. */
export async function audit(address: string, cookies: string): Promise<Report> {
  installFrom(folder, 'Lighthouse')
  for (let tries = 1; ; tries += 1) {
    const report = await auditOnce(address, cookies)
    if (report.runtimeError === undefined) return report
    const { code, message } = report.runtimeError
    // A trace without the start of its page contains no figure, so retrying selects nothing.
    if (code !== 'NO_NAVSTART' || tries === mostTries) throw new Error(message)
    process.stderr.write(`${address} was not recorded (${code}): retrying\n`)
  }
}

async function auditOnce(address: string, cookies: string): Promise<Report> {
  const lighthouse = (await load('lighthouse/core/index.js')) as Lighthouse
  const puppeteer = (await load('puppeteer-core/lib/esm/puppeteer/puppeteer-core.js')) as Puppeteer
  const browser = await puppeteer.default.launch(systemBrowser())
  try {
    if (cookies !== '') await browser.setCookie(...cookies.split('; ').map((pair) => parseCookie(pair, address)))
    const flags = { onlyCategories: categories, throttlingMethod: 'simulate', logLevel: 'error' }
    const result = await lighthouse.default(address, flags, lighthouse.desktopConfig, await browser.newPage())
    if (result === undefined) throw new Error(`Lighthouse returned no report for ${address}`)
    return result.lhr
  } finally {
    await browser.close()
  }
}

function parseCookie(pair: string, address: string) {
  const [name = '', ...value] = pair.split('=')
  return { name, value: value.join('='), domain: new URL(address).hostname, path: '/', httpOnly: true }
}

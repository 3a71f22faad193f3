import type { Browser, BrowserContext } from 'playwright-core'
import { viewport } from '../canvas/browser.ts'
import type { Child } from '../child.ts'
import { waitForRest } from './browser-rest.ts'
import type { LineOrder } from './line-process.ts'
import type { OpenResult } from './open-run.ts'
import { carriedUntil, longestChain, type Traffic } from './traffic.ts'

const visitLimitMs = 30_000
/** Everything that a page stores or loads after it is painted has to be done before the second visit. */
const settleMs = 1_500
/** The service worker refreshes what it stored 3 s after a visit, which must not be counted with the next one. */
const settleStoredMs = 3_800

export interface Visiting {
  readonly browser: Browser
  readonly lines: Child
  /** Runs before anything of a page. */
  readonly script: string
  readonly cookies: Parameters<BrowserContext['addCookies']>[0]
}

interface Address {
  readonly url: string
  /** The port of the line it is behind. */
  readonly port: number
}

/** Opens an address twice in a fresh context. A page that takes too long gives null for that visit. */
export async function visitTwice(visiting: Visiting, address: Address): Promise<(OpenResult | null)[]> {
  const context = await visiting.browser.newContext({ viewport })
  try {
    await context.addCookies(visiting.cookies)
    await context.addInitScript({ content: visiting.script })
    const cold = await visitOnce(context, visiting, address)
    return cold === null ? [null, null] : [cold, await visitOnce(context, visiting, address)]
  } finally {
    await context.close()
  }
}

/** Opens an address again, in a browser that has stored everything of it. */
export type VisitAgain = () => Promise<OpenResult | null>

/** Opens an address in a fresh context, and waits until the page and the project are stored. */
export async function storePage(visiting: Visiting, address: Address): Promise<VisitAgain> {
  const context = await visiting.browser.newContext({ viewport })
  await context.addCookies(visiting.cookies)
  await context.addInitScript({ content: visiting.script })
  const page = await context.newPage()
  page.setDefaultTimeout(visitLimitMs)
  await page.goto(address.url)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForTimeout(settleMs)
  await page.close()
  return () => visitOnce(context, visiting, address, settleStoredMs)
}

/** Opens an address once in a fresh context. */
export async function visitFirst(visiting: Visiting, address: Address): Promise<OpenResult | null> {
  const context = await visiting.browser.newContext({ viewport })
  try {
    await context.addInitScript({ content: visiting.script })
    return await visitOnce(context, visiting, address, 0)
  } finally {
    await context.close()
  }
}

async function visitOnce(
  context: BrowserContext,
  { browser, lines }: Visiting,
  { url, port }: Address,
  settle = settleMs,
): Promise<OpenResult | null> {
  const take: LineOrder = { kind: 'take', port }
  const page = await context.newPage()
  page.setDefaultTimeout(visitLimitMs)
  try {
    await waitForRest(browser)
    await lines.ask(take)
    await page.goto(url, { waitUntil: 'commit' })
    const late = new Promise<null>((resolve) => setTimeout(resolve, visitLimitMs, null).unref())
    const opening = await Promise.race([page.evaluate(() => window.opening), late])
    if (opening === null) return null
    await page.waitForTimeout(settle)
    const { requests, bytes } = carriedUntil(await lines.ask<Traffic>(take), opening.at)
    return {
      ms: opening.ms,
      usableMs: opening.usableMs,
      fromNodesMs: opening.fromNodesMs ?? Number.NaN,
      requests,
      bytes,
      chain: longestChain(opening.requests),
    }
  } finally {
    await page.close()
  }
}

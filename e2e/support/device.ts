import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findBrowser, journeyArgs } from './browser.ts'

/** Returns everything that this origin has stored in the browser as one text: storages, databases and caches. */
export const readDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const parts: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
    // It runs in the page, which has nothing from outside.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const answered = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('No answer')))
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answered(indexedDB.open(name))
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName)
        parts.push(await Promise.all([answered(store.getAllKeys()), answered(store.getAll())]))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const kept = await cache.match(request)
        const isText = /text|json|javascript/.test(kept?.headers.get('content-type') ?? '')
        parts.push([request.url, isText ? await kept?.text() : ''])
      }
    }
    return JSON.stringify(parts)
  })

/** A browser that keeps what is stored when it is closed. */
export interface KeptBrowser {
  /** Starts the browser and returns its window. */
  start(): Promise<{ readonly context: BrowserContext; readonly page: Page }>
  /** Closes it like a person does. */
  close(): Promise<void>
  remove(): Promise<void>
}

export async function openKeptBrowser(baseURL: string): Promise<KeptBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-browser-'))
  let context: BrowserContext | null = null
  const close = async (): Promise<void> => {
    await context?.close()
    context = null
  }
  return {
    async start() {
      context = await chromium.launchPersistentContext(folder, {
        baseURL,
        executablePath: findBrowser() ?? '',
        args: journeyArgs,
        // High enough for a hundred nodes, because only those near the window are in the document.
        viewport: { width: 1280, height: 4_000 },
      })
      return { context, page: context.pages()[0] ?? (await context.newPage()) }
    },
    close,
    async remove() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The files of the page come from the service worker when there is no network, so they are not cut off here. */
const isData = ({ pathname }: URL): boolean => /^\/(?:graphql|identity|avatar|page-data)\b/.test(pathname)

/** Cuts the browser off from the server's data. Returns a function that reconnects it. */
export async function cutOff(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route(isData, (route) => route.abort('internetdisconnected'))
  let isCut = true
  await context.routeWebSocket(/./, (socket) => {
    if (isCut) void socket.close()
    else socket.connectToServer()
  })
  return async () => {
    isCut = false
    await context.unroute(isData)
  }
}

import type { PageData } from '@espalier/schema'
import { isJsonFields } from '../../platform/json.ts'

const begun = new Map<string, Promise<PageData | null>>()

/**
 * Reads data that the HTML has begun to load, before the rest of the page is there. Null: the HTML names no such data at
 * this host. The browser answers a request with what the HTML has loaded only once, so the page gets this answer, too.
 */
export function beginPageData(path: string): Promise<PageData | null> | null {
  if (document.querySelector(`link[rel="preload"][href="${path}"]`) === null) return null
  const data = readPageData(fetch(path, { credentials: 'same-origin' }))
  begun.set(path, data)
  return data
}

/** Returns what was begun, once. */
export function consumeBegunData(path: string): Promise<PageData | null> | undefined {
  const data = begun.get(path)
  begun.delete(path)
  return data
}

/** Null: there is no answer, or it is not what was asked for. */
export async function readPageData(answer: Promise<Response>): Promise<PageData | null> {
  try {
    const response = await answer
    const data: unknown = response.ok ? await response.json() : null
    return isPageData(data) ? data : null
  } catch {
    return null
  }
}

const isPageData = (value: unknown): value is PageData => isJsonFields(value) && Array.isArray(value['answers'])

import { isPagePath } from '@espalier/schema'

/** The page without anything about a person or a route. The build writes it beside index.html. */
export const shellPath = '/shell.html'
export const configPath = '/config.json'
export const workerPath = '/service-worker.js'

/** How the worker answers a request of the page. */
export type ResponsePlan =
  /** Nothing: the browser asks the server as if there were no worker. */
  | 'browser'
  /** The stored page at once, whatever the network does. */
  | 'shell'
  /** The server's page, and the stored one if the server cannot be reached. */
  | 'server-or-shell'
  /** A file of this build, or of the one before for a tab that still runs it. */
  | 'file'
  /** The stored configuration at once. It is refreshed after every opening. */
  | 'config'

export interface RequestFacts {
  readonly method: string
  readonly url: string
  readonly mode: string
}

// An outside feedback board needs another content security policy, which only the server's own answer carries.
const isBoardPath = (path: string): boolean => /^\/feedback(?:\/|$)/i.test(path)

/**
 * Decides by a list of what the worker may answer. The API, the identity service, pictures and whatever is added to the
 * server later are not on it: nothing that is about a person is answered or stored by the worker.
 */
export function decideResponse(
  { method, url, mode }: RequestFacts,
  origin: string,
  files: ReadonlySet<string>,
): ResponsePlan {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return 'browser'
  const path = address.pathname
  if (mode === 'navigate') {
    if (!isPagePath(path)) return 'browser'
    return isBoardPath(path) ? 'server-or-shell' : 'shell'
  }
  if (address.search !== '') return 'browser'
  if (path === configPath) return 'config'
  return path.startsWith('/assets/') || (files.has(path) && path !== shellPath) ? 'file' : 'browser'
}

import type { PageConfig } from '@espalier/contract'
import { accept, refuse, type OwnPlaces, type Result } from '@espalier/domain'
import { nameProduct } from '../../platform/document-title.ts'
import { apiBaseOf } from './api-base.ts'
import { readPageConfig } from './read-page-config.ts'

let current: PageConfig | null = null

/** Asks the server once what the page needs to know. Called before anything is drawn. */
export async function loadConfig(): Promise<Result<PageConfig, 'unreachable' | 'unreadable'>> {
  try {
    const answer = await fetch('/config.json', { headers: { Accept: 'application/json' } })
    if (!answer.ok) return refuse('unreachable')
    const config = readPageConfig(await answer.json())
    if (config === null) return refuse('unreadable')
    setPageConfig(config)
    return accept(config)
  } catch {
    return refuse('unreachable')
  }
}

export function setPageConfig(config: PageConfig): void {
  current = config
  nameProduct(config.productName)
}

export function pageConfig(): PageConfig {
  if (current === null) throw new Error('The page was drawn before its configuration was loaded')
  return current
}

/** The API's origin, without a slash at its end. */
export const apiBase = (): string => apiBaseOf(window.location, pageConfig().apiUrl)

/** The identity service: a Kratos of the operator's own, or the one beside the API. */
export const identityBase = (): string => pageConfig().identityUrl ?? `${apiBase()}/identity`

/** What `destinationOf` needs to tell our own addresses from a stranger's. */
export const ownPlaces = (): OwnPlaces => ({ origin: window.location.origin, hosts: pageConfig().hosts })

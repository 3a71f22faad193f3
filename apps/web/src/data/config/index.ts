import type { PageConfig } from '@espalier/contract'
import { accept, refuse, type OwnHosts, type Result } from '@espalier/domain'
import { setProductName } from '../../platform/document-title.ts'
import { resolveApiBase } from './api-base.ts'
import { readPageConfig } from './read-page-config.ts'

let loadedConfig: PageConfig | null = null

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
  loadedConfig = config
  setProductName(config.productName)
}

export function pageConfig(): PageConfig {
  if (loadedConfig === null) throw new Error('The page was drawn before its configuration was loaded')
  return loadedConfig
}

/** The API's origin, without a slash at its end. */
export const apiBase = (): string => resolveApiBase(window.location, pageConfig().apiUrl)

/** The identity service: a Kratos of the operator's own, or the one beside the API. */
export const identityBase = (): string => pageConfig().identityUrl ?? `${apiBase()}/identity`

/** What `destinationOf` needs to tell our own addresses from a stranger's. */
export const ownAddresses = (): OwnHosts => ({ origin: window.location.origin, hosts: pageConfig().hosts })

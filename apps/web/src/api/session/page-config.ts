import type { PageConfig } from '@espalier/schema'
import { accept, deriveApiHost, type OwnHosts, refuse, type Result } from '@espalier/domain'
import { isJsonFields, isStringArray } from '../../platform/json.ts'
import { setProductName } from '../../platform/page-lifecycle.ts'

const isOptionalString = (value: unknown): boolean => value === undefined || typeof value === 'string'

/** Null when the answer is not the product's configuration, such as a proxy's own page with status 200. */
function readPageConfig(value: unknown): PageConfig | null {
  return isPageConfig(value) ? value : null
}

function isPageConfig(value: unknown): value is PageConfig {
  return (
    isJsonFields(value) &&
    typeof value['productName'] === 'string' &&
    isOptionalString(value['apiUrl']) &&
    isOptionalString(value['identityUrl']) &&
    isStringArray(value['hosts']) &&
    (value['signup'] === 'open' || value['signup'] === 'beta') &&
    Array.isArray(value['socialProviders']) &&
    isJsonFields(value['features'])
  )
}

interface PageAddress {
  readonly protocol: string
  /** The host name without the port. */
  readonly hostname: string
  readonly port: string
}

const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '')

/**
 * Resolves the API address: the configured one, the page's own origin on localhost and IP addresses, else `api.` of the
 * last two labels.
 */
export function resolveApiBase(page: PageAddress, configured: string | undefined): string {
  if (configured !== undefined && configured !== '') return withoutTrailingSlash(configured)
  const port = page.port === '' ? '' : `:${page.port}`
  return `${page.protocol}//${deriveApiHost(page.hostname)}${port}`
}

let loadedConfig: PageConfig | null = null

/** Null: the HTML does not come from our server, as in development, or from one of another version. */
function readConfigInPage(): PageConfig | null {
  try {
    return readPageConfig(JSON.parse(document.getElementById('page-config')?.textContent ?? 'null'))
  } catch {
    return null
  }
}

/** Reads the page configuration once, before anything is drawn: from the HTML, else from the server. */
export async function loadConfig(): Promise<Result<PageConfig, 'unreachable' | 'unreadable'>> {
  const sent = readConfigInPage()
  if (sent !== null) {
    setPageConfig(sent)
    return accept(sent)
  }
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
  if (loadedConfig === null) throw new Error('The page configuration was read before it was loaded')
  return loadedConfig
}

/** Returns the API's origin without a trailing slash. */
export const apiBase = (): string => resolveApiBase(window.location, pageConfig().apiUrl)

/** Returns the identity service: the operator's own Kratos, or the one beside the API. */
export const identityBase = (): string => pageConfig().identityUrl ?? `${apiBase()}/identity`

/** `resolveRedirect` needs this to tell our own addresses from foreign ones. */
export const ownAddresses = (): OwnHosts => ({ origin: window.location.origin, hosts: pageConfig().hosts })

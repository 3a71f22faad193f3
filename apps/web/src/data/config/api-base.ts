import { deriveApiHost } from '@espalier/domain'

export interface PageAddress {
  readonly protocol: string
  /** Without the port. */
  readonly hostname: string
  readonly port: string
}

const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '')

/** Where the API is: the configured address, the page's own origin on localhost and addresses, else `api.` of the last two labels. */
export function resolveApiBase(page: PageAddress, configured: string | undefined): string {
  if (configured !== undefined && configured !== '') return withoutTrailingSlash(configured)
  const port = page.port === '' ? '' : `:${page.port}`
  return `${page.protocol}//${deriveApiHost(page.hostname)}${port}`
}

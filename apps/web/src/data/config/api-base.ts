export interface PageAddress {
  readonly protocol: string
  /** Without the port. */
  readonly hostname: string
  readonly port: string
}

const isIpAddress = (hostname: string): boolean => hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)

const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/, '')

/** Where the API is: the configured address, the page's own origin on localhost and addresses, else `api.` of the last two labels. */
export function apiBaseOf(page: PageAddress, configured: string | undefined): string {
  if (configured !== undefined && configured !== '') return withoutTrailingSlash(configured)
  const port = page.port === '' ? '' : `:${page.port}`
  return `${page.protocol}//${apiHostOf(page.hostname)}${port}`
}

function apiHostOf(hostname: string): string {
  const labels = hostname.split('.').filter((label) => label !== '')
  if (isIpAddress(hostname) || labels.length < 2 || labels.at(-1) === 'localhost') return hostname
  return ['api', ...labels.slice(-2)].join('.')
}

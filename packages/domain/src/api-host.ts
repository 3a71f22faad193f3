const isIpAddress = (hostname: string): boolean =>
  hostname.startsWith('[') || hostname.includes(':') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)

/** The API's host for a page's: `api.` and its last two labels; the same on localhost, bare names and addresses. */
export function deriveApiHost(hostname: string): string {
  const labels = hostname.split('.').filter((label) => label !== '')
  if (isIpAddress(hostname) || labels.length < 2 || labels.at(-1) === 'localhost') return hostname
  return ['api', ...labels.slice(-2)].join('.')
}

export interface SubmitOrigin {
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
  /** Addresses whose origins are our own. */
  readonly own: readonly string[]
}

/** Whether a form was sent by a stranger's page. A client that is no browser sends neither header and is none. */
export function isCrossSiteSubmit({ origin, fetchSite, own }: SubmitOrigin): boolean {
  if (fetchSite === 'cross-site') return true
  if (origin === undefined) return false
  // A page with a strict referrer policy sends "null" even to itself; only the browser's own word makes it trusted.
  if (origin === 'null') return fetchSite !== 'same-origin' && fetchSite !== 'same-site'
  return !own.some((address) => new URL(address).origin === origin)
}

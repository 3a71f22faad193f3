/** Distinguishes this tab's requests from those of the person's other tabs: a timestamp and a random number. */
export const clientId = `${Date.now()}-${crypto.getRandomValues(new Uint32Array(1))[0] ?? 0}`

/** Tells the server which tab asks, and for whom. */
export const pageHeaders = (page: {
  readonly clientId: string
  readonly personId: string | null
}): Readonly<Record<string, string>> => ({
  'x-client-id': page.clientId,
  ...(page.personId !== null && { 'x-person-id': page.personId }),
})

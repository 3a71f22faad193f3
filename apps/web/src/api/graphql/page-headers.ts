/** Tells the server which tab asks, and for whom. */
export const pageHeaders = (page: {
  readonly clientId: string
  readonly personId: string | null
}): Readonly<Record<string, string>> => ({
  'x-client-id': page.clientId,
  ...(page.personId !== null && { 'x-person-id': page.personId }),
})

/** Pages that the server draws itself, on the page's own origin where the API has none of its own. The router knows nothing of them. */
const serverPages = ['/trial', '/billing', '/unsubscribe', '/dev/outbox']

export const isServerPage = (path: string): boolean => {
  const name = path.split(/[?#]/, 1)[0] ?? ''
  return serverPages.some((page) => name === page || name.startsWith(`${page}/`))
}

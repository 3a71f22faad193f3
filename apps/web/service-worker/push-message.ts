/** A message of the server that is to be shown (`apps/server/src/features/push`). */
interface PushMessage {
  readonly title: string
  readonly body: string
  /** A later message with the same tag replaces the one before. */
  readonly tag: string
  /** The path that a press opens. */
  readonly path: string
}

/** Returns null for a message of a server of another version. A path must lead to a project of this site. */
export function readPushMessage(text: string): PushMessage | null {
  try {
    const { title, body, tag, path } = JSON.parse(text) as Record<string, unknown>
    if (![title, body, tag, path].every((part) => typeof part === 'string')) return null
    return /^\/tree\/[\w-]+(?:#|$)/.test(path as string) ? ({ title, body, tag, path } as PushMessage) : null
  } catch {
    return null
  }
}

/** Shows a message of the server. */
export async function showPushMessage({ registration }: ServiceWorkerGlobalScope, text: string): Promise<void> {
  const message = readPushMessage(text)
  if (message === null) return
  const { title, body, tag, path } = message
  await registration.showNotification(title, { body, tag, data: path, icon: '/icon-192.png' })
}

/** Opens what a message is about. A tab that shows the project is used again; the others belong to other work. */
export async function openPushedPath({ clients, location }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const address = new URL(path, location.origin)
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => new URL(url).pathname === address.pathname)
  if (tab === undefined) return void (await clients.openWindow(address.href))
  await tab.focus()
  // A tab that another worker controls cannot be moved.
  await tab.navigate(address.href).catch(() => undefined)
}

/** What the server sends to be shown (`apps/server/src/features/push`). */
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

import { openDeviceStorage } from '../../api/device-storage.ts'

/** The begun and the unsent comments of one person in one project. */
export interface CommentTexts {
  read(name: string): string | null
  /** Returns false if the text is only in this tab, because nothing can be stored on the device. */
  write(name: string, text: string): boolean
  remove(name: string): void
  /** Returns the names with this prefix, in order. */
  names(prefix: string): readonly string[]
}

/** Begins the names of everything that is stored here about the comments of a project. */
export const formatCommentScope = (personId: string, projectId: string): string => `comment:${personId}:${projectId}:`

/** Opens the texts. They are encrypted on the device, so that nobody else at the same computer reads them. */
export async function openCommentTexts(personId: string, projectId: string): Promise<CommentTexts> {
  const scope = formatCommentScope(personId, projectId)
  const store = await openDeviceStorage(personId)
  const inTab = new Map<string, string>()
  return {
    read: (name) => inTab.get(name) ?? store?.read(scope + name) ?? null,
    write(name, text) {
      inTab.set(name, text)
      return store?.write(scope + name, text) ?? false
    },
    remove(name) {
      inTab.delete(name)
      store?.remove(scope + name)
    },
    names(prefix) {
      const stored = (store?.names(scope + prefix) ?? []).map((name) => name.slice(scope.length))
      const own = [...inTab.keys()].filter((name) => name.startsWith(prefix))
      return [...new Set([...stored, ...own])].sort()
    },
  }
}

/** The name of a begun comment: on a node, or as an answer or a change to a comment. */
export const formatDraftName = (kind: 'node' | 'reply' | 'edit', id: string): string => `draft:${kind}:${id}`

/** Begins the names of comments that the server has not answered yet. */
export const unsentPrefix = 'unsent:'

import type { Overwritten } from '@espalier/sync'

/** Somebody who edits a text long after me does not collide with me. */
const recentMs = 60_000

/** Remembers when texts were written here, to tell a collision from the ordinary course of things. */
export function recentTexts() {
  const writtenAt = new Map<string, number>()
  return {
    wrote(id: string, fields: { readonly title?: string; readonly body?: string }): void {
      const now = performance.now()
      if (fields.title !== undefined) writtenAt.set(`title ${id}`, now)
      if (fields.body !== undefined) writtenAt.set(`body ${id}`, now)
    },
    isCollision({ id, field }: Overwritten): boolean {
      const at = writtenAt.get(`${field} ${id}`)
      return at !== undefined && performance.now() - at < recentMs
    },
  }
}

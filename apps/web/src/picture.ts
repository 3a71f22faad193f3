import { planPictures, readPersonCookie, showPicture } from './platform/plan-picture.ts'
import { deviceStorage } from './platform/storage.ts'

/** Runs first in the page of a project, before any other code of ours is there. */
function start(): void {
  const projectId = /^\/tree\/([\w-]+)\/?$/.exec(window.location.pathname)?.[1]
  const personId = readPersonCookie()
  if (projectId === undefined || personId === null) return
  const picture = planPictures.read(personId, projectId)
  if (picture !== null && isRemembered(personId)) showPicture(picture)
}

/** As `last-person.ts`: the cookie counts only together with what this browser has stored about the same person. */
function isRemembered(personId: string): boolean {
  try {
    const stored = JSON.parse(deviceStorage.read('last-person') ?? 'null') as { readonly person?: { id?: unknown } }
    return stored?.person?.id === personId
  } catch {
    return false
  }
}

start()

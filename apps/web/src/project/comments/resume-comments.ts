import type { ProjectClient } from '@espalier/sync'
import { registerForPreload } from '../../platform/code-loading.ts'
import { formatCommentScope, unsentPrefix } from './comment-texts.ts'

const loadComments = registerForPreload(() => import('./project-comments.ts'))

/** Sends the comments that wait on this device. Without any, the code of comments is not loaded for it. */
export const resumeComments = (client: ProjectClient, personId: string) => (): (() => void) => {
  if (hasUnsent(formatCommentScope(personId, client.projectId) + unsentPrefix))
    void loadComments()
      .then(({ getProjectComments }) => getProjectComments(client, personId))
      // They stay on the device, and are sent when the project is opened next.
      .catch(() => undefined)
  // Comments that are being sent are sent even after the project was left.
  return () => undefined
}

function hasUnsent(prefix: string): boolean {
  try {
    return Object.keys(window.localStorage).some((name) => name.startsWith(prefix))
  } catch {
    return false
  }
}

import { projectQuery } from '@espalier/schema/documents/projects'
import { planPictures } from '../platform/plan-picture.ts'
import { openDevice } from './device-storage.ts'
import { failingSilently } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { currentPersonId } from './session/session.ts'

/**
 * Removes the copies of projects that the person may no longer see, or that are in Trash. Nobody opens those again, so
 * nobody else would notice.
 */
export async function removeLostCopies(): Promise<void> {
  const personId = currentPersonId()
  const { copy } = await openDevice(personId)
  const copied = (await copy?.projectIds().catch(() => [])) ?? []
  // A picture may be there before its copy.
  const ids = new Set([...copied, ...planPictures.listProjects(personId)])
  await Promise.all(
    [...ids].map(async (id) => {
      const answer = await sendOperation(projectQuery, { id }, { context: failingSilently })
      const isLost = answer.ok
        ? answer.value.project === null || answer.value.project.status === 'deleted'
        : answer.code === 'NOT_FOUND'
      if (!isLost) return
      planPictures.remove(personId, id)
      await copy?.removeProject(id).catch(() => undefined)
    }),
  )
}

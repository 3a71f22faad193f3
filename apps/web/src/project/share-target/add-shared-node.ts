import { accept, escapeHtmlText, type NodeId, refuse, type Result } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import { shareTargetTexts } from '../../texts/share-target.ts'
import { openProject } from '../sync/open-project-lazily.ts'
import { formatAsBody, type SharedText } from './shared-text.ts'

/**
 * Adds a node to a project as its screen would: the edit is predicted, stored on this device and sent, now or when the
 * network is back. It becomes the last child of the first root, or the root of an empty project.
 */
export async function addSharedNode(projectId: string, text: SharedText): Promise<Result<NodeId, string>> {
  const opening = await openProject(projectId).catch(() => ({ kind: 'failed' }) as const)
  if (opening.kind === 'missing') return refuse(shareTargetTexts.projectGone)
  if (opening.kind === 'failed') return refuse(shareTargetTexts.projectNotOpened)
  const { client, allowEditing } = opening
  allowEditing(true)
  const created = client.edits.create(chooseParent(client), {
    title: escapeHtmlText(text.title.trim()),
    body: formatAsBody(text.description),
  })
  if (!created.ok) {
    client.close()
    return created
  }
  const isKept = client.storeUnsent() || (await waitUntilSaved(client))
  client.close()
  return isKept ? accept(created.value) : refuse(shareTargetTexts.notStored)
}

function chooseParent({ graph }: ProjectClient): { kind: 'root' } | { kind: 'child'; parentId: NodeId } {
  const root = graph.children(null).at(0)
  return root === undefined ? { kind: 'root' } : { kind: 'child', parentId: root.id }
}

/** Without a key for this device nothing can be stored here, so the server has to confirm it. False: it is offline. */
function waitUntilSaved({ saving }: ProjectClient): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      const { kind } = saving.get()
      if (kind === 'saving') return
      stop()
      resolve(kind === 'saved')
    }
    const stop = saving.subscribe(check)
    check()
  })
}

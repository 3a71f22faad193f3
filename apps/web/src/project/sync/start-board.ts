import { createNodeReader, createReplica, type NodeRecord, type Overwritten } from '@espalier/sync'
import { clientId } from '../../api/graphql/client-id.ts'
import { createPresence, toGuestId } from '../../api/presence.ts'
import { onSharingChanged } from '../../api/projects.ts'
import { currentPersonId } from '../../api/session/session.ts'
import { createCell } from '../../platform/cell.ts'
import { randomId } from '../../platform/crypto.ts'
import type { EncryptedStorage } from '../../platform/encrypted-storage.ts'
import { boardEdits } from './board-edits.ts'
import type { BoardChange, OpenBoard, Refused } from './board.ts'
import { keepUnsent } from './keep-unsent.ts'
import { createListeners } from './listeners.ts'
import { nodeListeners } from './node-listeners.ts'
import { createProjectCell, type ProjectCell } from './project-cell.ts'
import type { SentProject } from './read-project.ts'
import { recentTexts } from './recent-texts.ts'
import { createRights } from './rights.ts'
import { savingCell } from './saving-cell.ts'
import { sendSelection } from './send-selection.ts'
import { createSending } from './sending.ts'
import { stayUpToDate } from './stay-up-to-date.ts'
import { unsavedTexts } from './unsaved-texts.ts'

const createTold = () => ({
  changes: createListeners<BoardChange>(),
  byNode: nodeListeners(),
  refusals: createListeners<Refused>(),
  overwrites: createListeners<Overwritten>(),
  losses: createListeners<null>(),
})

/** Puts the parts of a board together: the replica, its way out (sending) and its way in (staying up to date). */
export function startBoard(
  sent: SentProject,
  nodes: readonly NodeRecord[],
  storage: EncryptedStorage | null,
): OpenBoard {
  const projectId = sent.id
  const adopt = createNodeReader(projectId)
  const told = createTold()
  const texts = recentTexts()
  const [canUndo, canRedo] = [createCell(false), createCell(false)]
  const replica = createReplica({
    projectId,
    seq: sent.seq,
    nodes,
    newId: randomId,
    onChange(change) {
      told.byNode.tell(change.ids)
      told.changes.tell(change)
    },
  })
  const owner = currentPersonId()
  const place = `${owner}:${projectId}`
  const unsaved = unsavedTexts(storage, place)
  const kept = keepUnsent({
    storage,
    place,
    clientId,
    unsent: replica.unsent,
    onLeaving: () => outbox.sendOnLeaving(),
  })
  const rights = createRights(
    projectId,
    () => project,
    () => told.losses.tell(null),
  )
  const project: ProjectCell = createProjectCell(sent, rights.canEdit.get, () => void rights.askAgain())
  const onOverwritten = (lost: readonly Overwritten[]): void =>
    lost.filter(texts.isCollision).forEach(told.overwrites.tell)
  const showHistory = (): void => {
    canUndo.set(replica.canUndo)
    canRedo.set(replica.canRedo)
  }
  const outbox = createSending({
    projectId,
    replica,
    kept,
    unsaved,
    personId: owner,
    adopt,
    onOverwritten,
    onRefused(refused, isRightLost) {
      showHistory()
      refused.forEach(told.refusals.tell)
      if (isRightLost) void rights.askAgain()
    },
    onEmpty: () => upToDate.look(),
  })
  const presence = createPresence({
    ownIds: () => [currentPersonId() ?? '', toGuestId(clientId)],
    canSend: () => upToDate.isListening && outbox.saving.get().kind === 'saved',
    send: (nodeIds) => sendSelection(projectId, nodeIds),
  })
  const upToDate = stayUpToDate({ projectId, replica, project, rights, presence, adopt, onOverwritten })
  const onEdited = (): void => {
    showHistory()
    kept.changed()
    outbox.wake()
  }
  const ends = [
    onSharingChanged(project.takeListed),
    project.cell.subscribe(rights.look),
    outbox.saving.subscribe(presence.sendIfDue),
    presence.stop,
    upToDate.stop,
  ]
  if (kept.restored.length > 0) {
    replica.restore(kept.restored)
    onEdited()
  }
  return {
    kind: 'open',
    isGraph: nodes.some(({ parentIds }) => parentIds.length > 1),
    allowEditing: rights.allow,
    board: {
      projectId,
      project: project.cell,
      canEdit: rights.canEdit,
      saving: savingCell(outbox.saving, upToDate.isDeaf),
      canUndo,
      canRedo,
      graph: replica.graph,
      node: replica.node,
      nodes: replica.nodes,
      listen: told.changes.add,
      listenTo: told.byNode.add,
      edits: boardEdits({ edits: replica.edits, project, texts, unsaved, canEdit: rights.canEdit.get, onEdited }),
      async takeImported({ seq, nodeIds }) {
        if (replica.seq < seq) await upToDate.catchUp()
        replica.edits.adopt(nodeIds, `import ${seq}`)
        showHistory()
      },
      presence,
      unsavedTexts: unsaved,
      tryAgain() {
        outbox.tryAgain()
        upToDate.tryAgain()
      },
      onRefused: (listener) => told.refusals.add((refused) => listener(refused.text, refused)),
      onOverwritten: told.overwrites.add,
      onLost: (listener) => told.losses.add(() => listener()),
      close() {
        for (const end of ends) end()
        outbox.close()
        kept.stop()
        for (const listeners of Object.values(told)) listeners.clear()
      },
    },
  }
}

import { adopter, createReplica, type NodeRecord, type Overwritten } from '@espalier/replica'
import { createCell } from '../../platform/cell.ts'
import { randomId } from '../../platform/random-id.ts'
import { apiTroubles } from '../graphql/api-trouble.ts'
import { clientId } from '../graphql/client-id.ts'
import { quietly } from '../graphql/own-codes.ts'
import { auth } from '../session/index.ts'
import { onSharingChanged } from '../sharing/index.ts'
import { ask } from './ask.ts'
import { boardEdits } from './board-edits.ts'
import type { Board, BoardChange, BoardOpening } from './board.ts'
import { createCatchUp } from './catch-up.ts'
import { projectQuery } from './documents.ts'
import { keepUnsent } from './keep-unsent.ts'
import { createListeners } from './listeners.ts'
import { listenLive } from './live.ts'
import { nodeListeners } from './node-listeners.ts'
import { createOutbox } from './outbox.ts'
import { createProjectCell } from './project-cell.ts'
import type { SentProject } from './read-project.ts'
import { recentTexts } from './recent-texts.ts'
import { resolveDoubt } from './resolve-doubt.ts'
import { answerTo } from './requests.ts'
import { sendBatch } from './send-batch.ts'

const personId = (): string | null => {
  const state = auth.get()
  return state.kind === 'person' ? state.person.id : null
}

export function startBoard(sent: SentProject, nodes: readonly NodeRecord[]): BoardOpening {
  const projectId = sent.id
  const adopt = adopter(projectId)
  const changes = createListeners<BoardChange>()
  const byNode = nodeListeners()
  const refusals = createListeners<string>()
  const overwrites = createListeners<Overwritten>()
  const canEdit = createCell(false)
  const canUndo = createCell(false)
  const canRedo = createCell(false)
  const texts = recentTexts()
  let isAllowed = false

  const replica = createReplica({
    projectId,
    seq: sent.seq,
    nodes,
    newId: randomId,
    onChange(change) {
      byNode.tell(change.ids)
      changes.tell(change)
    },
  })
  const kept = keepUnsent({ personId: personId(), projectId, clientId }, replica.unsent)
  const project = createProjectCell(
    sent,
    () => canEdit.get(),
    () => void askRights(),
  )

  const showRights = (): void => canEdit.set(isAllowed && project.cell.get().status !== 'deleted')
  const showHistory = (): void => {
    canUndo.set(replica.canUndo)
    canRedo.set(replica.canRedo)
  }
  const tellOverwritten = (lost: readonly Overwritten[]): void =>
    lost.filter(texts.isCollision).forEach(overwrites.tell)

  /** Losing a right is no reason to sign in anew: what is left of it is asked for. */
  async function askRights(): Promise<boolean> {
    const said = await ask({ query: projectQuery, variables: { id: projectId }, context: quietly })
    const found = said.ok ? (said.fields['project'] as SentProject | null) : null
    if (found !== null) project.take(found)
    else if (!said.ok && said.code === 'NOT_FOUND') isAllowed = false
    showRights()
    return found !== null || (!said.ok && said.code !== 'NOT_FOUND')
  }

  const catchUp = createCatchUp({
    projectId,
    question: replica.ask,
    onChanges: ({ nodes: changed, ...rest }) =>
      tellOverwritten(replica.catchUp({ ...rest, nodes: changed.map(adopt) })),
    onReload: ({ nodes: all, ...rest }) => tellOverwritten(replica.reload({ ...rest, nodes: all.map(adopt) })),
    onProject: project.take,
  })

  const outbox = createOutbox({
    unsent: replica.unsent,
    batchOf(operations) {
      const [first] = operations
      const origin = first === undefined ? clientId : kept.clientIdOf(first)
      const end = operations.findIndex((operation) => kept.clientIdOf(operation) !== origin)
      return end < 0 ? operations : operations.slice(0, end)
    },
    send: (operations) => {
      const [first] = operations
      return sendBatch(projectId, operations, first === undefined ? clientId : kept.clientIdOf(first))
    },
    read: ({ request }, said) => answerTo(request, said.fields, adopt),
    onSending: (operations) => replica.sent(operations.map(({ id }) => id)),
    onAnswered(answers) {
      tellOverwritten(replica.answered(answers))
      kept.changed()
    },
    onRefused(operation, said) {
      const dropped = replica.refused(operation.id)
      kept.changed()
      showHistory()
      for (const text of new Set([said.text, ...dropped.map((one) => one.text)])) refusals.tell(text)
      if (said.code === 'FORBIDDEN' || said.code === 'NOT_FOUND') void askRights()
    },
    onEmpty: () => doubt.look(),
    onUnreachable: (text) => apiTroubles.tell({ kind: 'said', text: `[Network error]: ${text}` }),
  })

  const onEdited = (): void => {
    showHistory()
    kept.changed()
    outbox.wake()
  }

  const doubt = resolveDoubt({
    isBehind: () => replica.isBehind,
    isUnsure: () => replica.isUnsure && replica.unsent().length === 0,
    isListening: () => live.isListening,
    catchUp,
  })
  const live = listenLive({
    projectId,
    onEvent({ seq, clientId: from, nodes: changed, project: now }) {
      if (now !== null) project.take(now)
      tellOverwritten(replica.receive({ seq, isOwn: from === clientId, nodes: changed.map(adopt) }))
      doubt.look()
    },
    onListening: () => void catchUp(),
    onEnded: askRights,
  })
  const endSharing = onSharingChanged(project.takeListed)
  const endRights = project.cell.subscribe(showRights)

  if (kept.restored.length > 0) {
    replica.restore(kept.restored)
    kept.changed()
    outbox.wake()
  }

  const board: Board = {
    projectId,
    project: project.cell,
    canEdit,
    saving: outbox.saving,
    canUndo,
    canRedo,
    graph: replica.graph,
    node: replica.node,
    nodes: replica.nodes,
    listen: changes.add,
    listenTo: byNode.add,
    edits: boardEdits({ edits: replica.edits, project, texts, canEdit: () => canEdit.get(), onEdited }),
    tryAgain() {
      outbox.tryAgain()
      live.tryAgain()
    },
    onRefused: refusals.add,
    onOverwritten: overwrites.add,
    close() {
      doubt.stop()
      live.stop()
      endSharing()
      endRights()
      outbox.close()
      kept.stop()
      for (const listeners of [changes, byNode, refusals, overwrites]) listeners.clear()
    },
  }
  return {
    kind: 'open',
    board,
    allowEditing(can) {
      isAllowed = can
      showRights()
    },
  }
}

import { accept, type Layout, limits, refuse, sharingTexts } from '@espalier/domain'
import type { NodeEdits } from '../replica/edits.ts'
import { createNodeReader, type SentNode } from '../replica/node-record.ts'
import type { Operation } from '../replica/operations.ts'
import type { Overwritten } from '../replica/own-texts.ts'
import { createReplica, type ReplicaChange } from '../replica/replica.ts'
import { createCatchUp, createUncertaintyCheck } from './catch-up.ts'
import { type Cell, createCell } from './cell.ts'
import { describeChange } from './change-in-words.ts'
import { createCopyClient, readCopy } from './copy-client.ts'
import { noLocks, noNews } from './device-records.ts'
import { createLayoutHistory } from './layout-history.ts'
import { createListeners, createNodeListeners } from './listeners.ts'
import { createLive } from './live.ts'
import { type CopiedProject, unsentPrefix } from './local-copy.ts'
import { readAnswer } from './mutations.ts'
import { createOutbox, type SavingState } from './outbox.ts'
import { createPresence } from './presence.ts'
import type {
  OpenedProject,
  OpenProjectOptions,
  ProjectEdits,
  ProjectOpening,
  ProjectOptions,
  RejectedEdit,
  SharedDevice,
} from './project-client.ts'
import { createProjectState } from './project-state.ts'
import { pendingChangeTexts } from './texts.ts'
import type { LocalStore, SentProject, Snapshot, Transport, TransportResult } from './transport.ts'
import { createRecentTexts, createUnsavedTexts, findTypedTexts } from './unsaved-texts.ts'
import { createUnsentStore, type UnsentStore } from './unsent-store.ts'

/**
 * Opens a project with all of its nodes, and keeps it up to date until it is closed. A copy on this device is shown
 * before the server has answered.
 */
export async function openProject(options: OpenProjectOptions): Promise<ProjectOpening> {
  const { projectId, personId, transport } = options
  const device = (await options.openDevice?.()) ?? null
  const openStore = async (): Promise<LocalStore | null> => (await options.openStore?.()) ?? null
  const early = createEarlySnapshot(transport)
  const copied = await readCopy(projectId, personId, device?.copy ?? null)
  if (copied !== null && !early.isNewerThan(copied.seq)) {
    const start = { project: copied.project, nodes: copied.nodes, store: await openStore(), device, copied }
    return adoptUnsent(startProject(options, start))
  }
  const [snapshot, store] = await Promise.all([transport.readSnapshot('open'), openStore()])
  const project = snapshot.ok ? snapshot.value.project : null
  if (snapshot.ok && project !== null) {
    return adoptUnsent(startProject(options, { project, nodes: snapshot.value.nodes, store, device }))
  }
  return { kind: snapshot.ok || snapshot.code === 'NOT_FOUND' ? 'missing' : 'failed' }
}

/** The page may have requested the project before its client was loaded. An answer that is there already may be newer. */
function createEarlySnapshot(transport: Transport) {
  let seq = -1
  const note = (result: TransportResult<Snapshot>): void => {
    if (result.ok && result.value.project !== null) seq = result.value.project.seq
  }
  transport.readEarlySnapshot?.()?.then(note, () => undefined)
  return { isNewerThan: (known: number): boolean => seq > known }
}

/** Unsent edits are shown from the beginning. */
async function adoptUnsent({ adopt, ...opened }: StartedProject): Promise<OpenedProject> {
  await adopt()
  return opened
}

export interface ProjectStart {
  readonly project: SentProject
  readonly nodes: readonly SentNode[]
  readonly store: LocalStore | null
  readonly device?: SharedDevice | null
  /** Given if the nodes come from the copy on this device. */
  readonly copied?: CopiedProject
}

interface StartedProject extends OpenedProject {
  readonly adopt: () => Promise<void>
}

/** Assembles a client: the replica, the outbox, and the parts that keep it up to date. */
export function startProject(
  options: ProjectOptions,
  { project: sent, nodes, store, device = null, copied }: ProjectStart,
): StartedProject {
  const { transport, clock, random, personId, projectId } = options
  const { clientId } = transport
  const readNode = createNodeReader(projectId)
  const records = nodes.map(readNode)
  const listeners = {
    changes: createListeners<ReplicaChange>(),
    byNode: createNodeListeners(),
    rejections: createListeners<RejectedEdit>(),
    overwrites: createListeners<Overwritten>(),
    losses: createListeners<null>(),
  }
  let isLost = false
  const recentTexts = createRecentTexts(clock)
  const [canUndo, canRedo] = [createCell(false), createCell(false)]
  const replica = createReplica({
    projectId,
    seq: copied?.seq ?? sent.seq,
    nodes: records,
    newId: options.newId,
    definitions: () => state.details.get(),
    onChange(change) {
      if (change.origin === 'own') layoutUndo.clearRedo()
      listeners.byNode.notify(change.ids)
      listeners.changes.notify(change)
    },
  })
  const unsavedTexts = createUnsavedTexts(store, `${personId}:${projectId}`)
  const unsentStore = createUnsentStore({
    store,
    records: device?.records ?? null,
    locks: device?.locks ?? noLocks,
    news: device?.news ?? noNews,
    prefix: unsentPrefix(personId, projectId),
    clientId,
    clock,
    unsent: replica.unsent,
    onAdopted(operations) {
      replica.restore(operations)
      onEdited()
    },
  })
  const state = createProjectState(sent, {
    transport,
    onLost() {
      isLost = true
      void copyClient.remove().then(() => listeners.losses.notify(null))
    },
    onReceived: () => copyClient.heard(),
  })
  const copyClient = createCopyClient({
    copy: device?.copy ?? null,
    copied,
    clock,
    replica,
    personId,
    sent: state.sent,
  })

  const layoutUndo = createLayoutHistory(() => state.details.get().layout, replica)

  const reportOverwritten = (lost: readonly Overwritten[]): void =>
    lost.filter(recentTexts.isCollision).forEach(listeners.overwrites.notify)
  const showHistory = (): void => {
    canUndo.set(replica.canUndo || layoutUndo.canUndo)
    canRedo.set(replica.canRedo || layoutUndo.canRedo)
  }
  const toBatch = (operations: readonly Operation[]) => {
    const [first] = operations
    return { operations, personId, clientId: first === undefined ? clientId : unsentStore.findClientId(first) }
  }

  const outbox = createOutbox({
    clock,
    random,
    batchLimit: options.batchLimit ?? limits.apiBatch.operations,
    unsent: replica.unsent,
    selectBatch: (operations) => selectSameClient(operations, unsentStore),
    send: (operations) => transport.sendOperations(toBatch(operations)),
    sendOnLeaving: (operations) => transport.sendOnLeaving(toBatch(operations)),
    readAnswer: ({ request }, value) => readAnswer(request, value, readNode),
    onSending: (operations) => replica.sent(operations.map(({ id }) => id)),
    onAnswered(answers) {
      reportOverwritten(replica.answered(answers))
      unsentStore.changed()
      copyClient.changed()
    },
    onRejected(operation, { text, code }) {
      const { request } = operation
      const change = describeChange(request, replica.node)
      const title = request.kind === 'update-many' ? '' : (replica.node(request.id)?.title ?? '')
      for (const typed of findTypedTexts(request, title)) unsavedTexts.store(typed)
      const isLate = outbox.saving.get().kind === 'offline' || unsentStore.findClientId(operation) !== clientId
      const dropped = replica.refused(operation.id)
      unsentStore.changed()
      showHistory()
      const reasons = new Set([text, ...dropped.map((one) => one.text)])
      for (const reason of reasons) listeners.rejections.notify({ text: reason, change, isLate })
      if (code === 'FORBIDDEN' || code === 'NOT_FOUND') void state.refresh()
    },
    onEmpty: () => uncertainty.check(),
    onUnreachable: (text) => options.onUnreachable?.(text),
  })

  const presence = createPresence({
    clock,
    ownIds: options.ownSessionIds,
    canSend: () => live.isListening && outbox.saving.get().kind === 'saved',
    send: transport.showSelection,
  })
  const { readMissing, stop: stopCatchUp } = createCatchUp({
    transport,
    clock,
    random,
    isListening: () => live.isListening,
    question: replica.ask,
    onChanges({ nodes: changed, ...rest }) {
      reportOverwritten(replica.catchUp({ ...rest, nodes: changed.map(readNode) }))
      copyClient.heard()
    },
    onReload: ({ nodes: all, ...rest }) => reportOverwritten(replica.reload({ ...rest, nodes: all.map(readNode) })),
    onProject: state.receive,
    isOutdated: copied?.isOutdated ?? false,
  })
  /** Changes of the project itself are not in the list of changed nodes, so a gap also refreshes the project. */
  const catchUp = (isGap: boolean): Promise<void> => {
    if (isGap) void state.refresh()
    return readMissing()
  }
  const uncertainty = createUncertaintyCheck({
    clock,
    isBehind: () => replica.isBehind,
    isUnsure: () => replica.isUnsure && replica.unsent().length === 0,
    isListening: () => live.isListening,
    catchUp: () => catchUp(replica.isBehind),
  })
  const isOffline = createCell(false)
  const live = createLive({
    transport,
    clock,
    random,
    onEvent({ seq, clientId: from, nodes: changed, project }) {
      if (project !== null) state.receive(project)
      reportOverwritten(replica.receive({ seq, isOwn: from === clientId, nodes: changed.map(readNode) }))
      uncertainty.check()
      copyClient.changed()
    },
    onListening(seq) {
      copyClient.heard()
      void catchUp(seq > replica.seq)
    },
    onSessions: presence.receive,
    onDown: presence.disconnected,
    onOffline: isOffline.set,
    async onEnded(isSessionOver) {
      const isSeen = await state.refresh()
      if (isSeen && isSessionOver) await options.checkSession?.()
      return isSeen
    },
  })

  const onEdited = (): void => {
    showHistory()
    unsentStore.changed()
    outbox.wake()
  }
  const guarded = guardEdits(replica.edits, state.canEdit.get, onEdited)
  const edits: ProjectEdits = {
    ...guarded,
    change(id, fields, mergeKey) {
      if (state.canEdit.get()) {
        recentTexts.note(id, fields)
        // New text replaces the one that could not be stored before.
        if (fields.title !== undefined) unsavedTexts.forget(id, 'title')
        if (fields.body !== undefined) unsavedTexts.forget(id, 'body')
      }
      return guarded.change(id, fields, mergeKey)
    },
    rename: state.rename,
    changeDefinitions: state.changeDefinitions,
    async setLayout(layout) {
      if (!state.canEdit.get()) return refuse(sharingTexts.denied)
      if (layout === state.details.get().layout) return accept(null)
      const forget = layoutUndo.record(layout)
      replica.closeUndoStep()
      showHistory()
      const changed = await state.setLayout(layout)
      if (!changed.ok) forget()
      showHistory()
      return changed
    },
    undo: () => stepHistory(layoutUndo.undo, guarded.undo),
    redo: () => stepHistory(layoutUndo.redo, guarded.redo),
  }
  /** Undoes or redoes a change of the layout if that is the next step, else one of the nodes. */
  function stepHistory(stepLayout: () => Layout | null, stepNodes: NodeEdits['undo']): ReturnType<NodeEdits['undo']> {
    const layout = state.canEdit.get() ? stepLayout() : null
    if (layout === null) return stepNodes()
    showHistory()
    void state.setLayout(layout).then((changed) => {
      if (changed.ok) return
      listeners.rejections.notify({ text: changed.reason, change: pendingChangeTexts.layout, isLate: false })
    })
    return accept([])
  }

  const stopPresence = outbox.saving.subscribe(presence.sendIfDue)
  const schedule = options.scheduleListening ?? ((start: () => void) => start())
  schedule(live.start)
  // The copy may be out of date, and the person may have lost access meanwhile: the server is asked once it is drawn.
  if (copied !== undefined) schedule(() => void catchUp(true))

  return {
    kind: 'open',
    adopt: unsentStore.adopt,
    isGraph: records.some(({ parentIds }) => parentIds.length > 1),
    replica,
    allowEditing: state.allowEditing,
    receiveListed: state.receiveListed,
    client: {
      projectId,
      project: state.details,
      canEdit: state.canEdit,
      saving: combineSaving(outbox.saving, isOffline),
      isLocalCopy: copyClient.isLocalCopy,
      isStored: copyClient.isStored,
      canUndo,
      canRedo,
      graph: replica.graph,
      node: replica.node,
      nodes: replica.nodes,
      listen: listeners.changes.add,
      listenTo: listeners.byNode.add,
      edits,
      async adoptImported({ seq, nodeIds }) {
        if (replica.seq < seq) await catchUp(false)
        replica.edits.adopt(nodeIds, `import ${seq}`)
        showHistory()
      },
      presence,
      unsavedTexts,
      tryAgain() {
        outbox.tryAgain()
        live.tryAgain()
      },
      onRefused: (listener) => listeners.rejections.add((rejected) => listener(rejected.text, rejected)),
      onOverwritten: listeners.overwrites.add,
      onLost(listener) {
        // A project that was opened from the copy may be lost before anybody listens.
        if (isLost) clock.defer(listener)
        return listeners.losses.add(() => listener())
      },
      storeUnsent: unsentStore.write,
      leave() {
        copyClient.flush()
        unsentStore.write()
        if (replica.unsent().length > 0) outbox.sendOnLeaving()
      },
      close() {
        stopPresence()
        presence.stop()
        uncertainty.stop()
        stopCatchUp()
        live.stop()
        unsentStore.stop(outbox.close())
        copyClient.stop()
        for (const one of Object.values(listeners)) one.clear()
      },
    },
  }
}

/** A request names one client, because the server recognizes a repeat only under the client that made the operation. */
function selectSameClient(operations: readonly Operation[], { findClientId }: UnsentStore): readonly Operation[] {
  const [first] = operations
  const end = operations.findIndex((one) => first !== undefined && findClientId(one) !== findClientId(first))
  return end < 0 ? operations : operations.slice(0, end)
}

const offline: SavingState = { kind: 'offline', changes: 0 }

/** Shows 'offline' when the connection is down, even if nothing is waiting to be saved. */
function combineSaving(outbox: Cell<SavingState>, isOffline: Cell<boolean>): Cell<SavingState> {
  const combine = (): SavingState => (isOffline.get() && outbox.get().kind === 'saved' ? offline : outbox.get())
  const cell = createCell(combine())
  for (const source of [outbox, isOffline]) source.subscribe(() => cell.set(combine()))
  return cell
}

type Edit = (...given: readonly unknown[]) => unknown

/** These edit nothing themselves, or contain edits that are guarded separately. */
const unguarded: readonly string[] = ['adopt', 'group']

/** Rejects every edit while the person may not edit; `onEdited` is called after each accepted one. */
function guardEdits(edits: NodeEdits, canEdit: () => boolean, onEdited: () => void): NodeEdits {
  const guard = ([name, edit]: readonly [string, Edit]): readonly [string, Edit] => [
    name,
    (...given) => {
      if (!unguarded.includes(name) && !canEdit()) return refuse(sharingTexts.denied)
      const edited = edit(...given)
      onEdited()
      return edited
    },
  ]
  return Object.fromEntries((Object.entries(edits) as [string, Edit][]).map(guard)) as unknown as NodeEdits
}

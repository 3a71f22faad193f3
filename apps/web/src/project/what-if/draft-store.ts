import { accept, editRefusalTexts, type NodeId, refuse, sameValue, toPlainText } from '@espalier/domain'
import {
  addToDraft,
  applyNodeDraft,
  type DraftChange,
  type DraftedPlan,
  type JudgedDraft,
  judgeDraft,
  listDraftUpdates,
  type NodeDraft,
  type PlanDraft,
  removeFromDraft,
} from '@espalier/domain/what-if'
import type { Edited, NodeFields, NodeRecord, ProjectClient, ReplicaChange } from '@espalier/sync'
import { type Cell, createCell, createListeners } from '../../platform/cell.ts'
import { whatIfTexts as texts } from '../../texts/what-if.ts'

/** A draft of changes over an open project. It stays in this page until it is applied. */
export interface DraftStore {
  /** The changes, judged by the project as it is now. */
  readonly judged: Cell<JudgedDraft>
  /** The project as the draft has it. Its edits change the draft. */
  readonly client: ProjectClient
  /** Returns the title of a changed node, also after somebody has deleted it. */
  getTitle(id: NodeId): string
  remove(change: DraftChange): void
  clear(): void
  /**
   * Makes all changes as one step of undo, or none of them. Returns how many there were. The callback is called if the
   * server refuses one, and the others were undone.
   */
  apply(onUndone: () => void): Edited<number>
  /** Follows the project until the returned function is called. */
  start(): () => void
}

interface DraftedRecord {
  readonly base: NodeRecord
  readonly draft: NodeDraft
  readonly record: NodeRecord
}

const emptyDraft: PlanDraft = new Map()
const isUnfit = ({ problem }: DraftChange): boolean => problem !== null
const toKey = ({ nodeId, field }: DraftChange): string => `${field} ${nodeId}`

export function createDraftStore(live: ProjectClient): DraftStore {
  const plan: DraftedPlan = { graph: live.graph, getNode: (id) => live.node(id) }
  const judged = createCell(judgeDraft(plan, emptyDraft))
  const listeners = createListeners<ReplicaChange>()
  const titles = new Map<NodeId, string>()
  let draft = emptyDraft
  let records = new Map<NodeId, DraftedRecord>()

  /** Judges the draft again and returns the nodes that look different now. */
  function judgeAgain(): readonly NodeId[] {
    const next = judgeDraft(plan, draft)
    const drafted = new Map<NodeId, DraftedRecord>()
    for (const [id, own] of next.fitting) {
      const base = live.node(id)
      const known = records.get(id)
      if (base === undefined) continue
      const isSame = known?.base === base && sameValue(known.draft, own)
      drafted.set(id, known !== undefined && isSame ? known : { base, draft: own, record: applyNodeDraft(base, own) })
    }
    const ids = new Set([...records.keys(), ...drafted.keys()])
    const changed = [...ids].filter((id) => records.get(id) !== drafted.get(id))
    records = drafted
    judged.set(next)
    return changed
  }

  function setDraft(next: PlanDraft): void {
    draft = next
    const ids = judgeAgain()
    if (ids.length > 0) listeners.notify({ ids, isStructural: false, origin: 'own' })
  }

  function changeMany(ids: readonly NodeId[], fields: NodeFields): Edited {
    let next = draft
    for (const id of ids) {
      const node = live.node(id)
      if (node === undefined) continue
      titles.set(id, toPlainText(node.title))
      next = addToDraft(next, node, fields)
    }
    // Changes that did not fit before are marked, and do not stop other changes.
    const before = new Set(judged.get().changes.filter(isUnfit).map(toKey))
    const refused = judgeDraft(plan, next).changes.find((one) => isUnfit(one) && !before.has(toKey(one)))
    if (refused !== undefined && refused.problem !== null) return refuse(editRefusalTexts[refused.problem])
    setDraft(next)
    return accept(null)
  }

  const getNode = (id: NodeId): NodeRecord | undefined => {
    const node = live.node(id)
    return node && (records.get(id)?.record ?? node)
  }

  return {
    judged,
    client: {
      ...live,
      // Everybody who sees the project may try something.
      canEdit: createCell(true),
      node: getNode,
      nodes: () => (records.size === 0 ? live.nodes() : Array.from(live.nodes(), (node) => getNode(node.id) ?? node)),
      listen: listeners.add,
      listenTo: (id, listener) =>
        listeners.add(({ ids }) => {
          if (ids.includes(id)) listener()
        }),
      // Nothing of a draft is sent, so nothing of it is refused later.
      onRefused: () => () => undefined,
      edits: {
        ...live.edits,
        changeMany,
        change: (id, fields) => changeMany([id], fields),
        group: (edit) => edit(),
      },
    },
    getTitle(id) {
      const node = live.node(id)
      return (node === undefined ? titles.get(id) : toPlainText(node.title)) || texts.removed
    },
    remove: ({ nodeId, field }) => setDraft(removeFromDraft(draft, nodeId, field)),
    clear: () => setDraft(emptyDraft),
    apply(onUndone) {
      const { changes, fitting } = judged.get()
      const unfit = changes.filter(isUnfit).length
      if (unfit > 0) return refuse(texts.unfit(unfit))
      const wasSaved = live.saving.get().kind === 'saved'
      const applied = live.edits.changeEach(listDraftUpdates(fitting))
      if (!applied.ok) return applied
      const isInEffect = () => judgeDraft(plan, fitting).changes.length < changes.length
      // Otherwise a refusal may be about an earlier edit.
      if (wasSaved) undoIfRefused(live, isInEffect, onUndone)
      setDraft(emptyDraft)
      return accept(changes.length)
    },
    start: () =>
      live.listen((change) => {
        const ids = [...new Set([...change.ids, ...judgeAgain()])]
        listeners.notify({ ...change, ids })
      }),
  }
}

/**
 * The server decides each change alone. If it refuses one, because somebody else was faster, the others are undone:
 * half of a draft is a plan that nobody has looked at. An edit that the person makes meanwhile would be undone instead.
 */
function undoIfRefused(live: ProjectClient, isInEffect: () => boolean, onUndone: () => void): void {
  let isLastStep = true
  const end = (): void => {
    for (const stop of stops) stop()
  }
  const stops = [
    live.listen(({ origin }) => {
      if (origin === 'own' || origin === 'undo' || origin === 'redo') isLastStep = false
    }),
    live.onRefused(() => {
      end()
      // The answer to all of them arrives at once.
      queueMicrotask(() => {
        if (!isLastStep) return
        if (isInEffect()) live.edits.undo()
        onUndone()
      })
    }),
    live.saving.subscribe(() => {
      if (live.saving.get().kind === 'saved') end()
    }),
  ]
}

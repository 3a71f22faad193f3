import { accept, type NodeId, refuse, toPlainText } from '@espalier/domain'
import { type Edited, newNodeKey, type ReplicaChange } from '@espalier/sync'
import { type Cell, createCell } from '../../platform/cell.ts'
import { mapTexts } from '../../texts/map.ts'
import { isBlankTitle, normalizeTitleHtml, toTitleHtml } from '../../ui/rich-text/title-html.ts'
import { notifyNodeDeleted, reportUnsavedText } from '../actions/edit-notices.ts'
import { offerQuickEntry } from '../quick-entry/offer-quick-entry.ts'
import type { ProjectWorkspace, TitleEdit } from '../workspace/project-workspace.ts'

const unsavedTitlesCell = createCell<ReadonlySet<NodeId>>(new Set())

/** The nodes whose title in the editor differs from the stored one. */
export const unsavedTitles: Cell<ReadonlySet<NodeId>> = unsavedTitlesCell

function markTitleUnsaved(id: NodeId, isPending: boolean): void {
  if (unsavedTitlesCell.get().has(id) === isPending) return
  const next = new Set(unsavedTitlesCell.get())
  if (isPending) next.add(id)
  else next.delete(id)
  unsavedTitlesCell.set(next)
}

/**
 * While others are there, they see a title as it is typed: it is saved at each short pause, and during long typing after
 * the second of these times. Every save is a line in the history, so it is not saved more often.
 */
const sharedSaveMs = { pause: 500, most: 2_000 } as const

const sessions = new WeakMap<TitleEdit, TitleSession>()
let sessionCount = 0

/** Returns the session of an edit; a remounted node continues with the same one. */
export function getTitleSession(workspace: ProjectWorkspace, editing: TitleEdit): TitleSession {
  const known = sessions.get(editing)
  if (known !== undefined) return known
  sessionCount += 1
  const key = editing.isNew ? newNodeKey(editing.nodeId) : `title ${sessionCount}`
  const session = new TitleSession(workspace, editing, key)
  sessions.set(editing, session)
  return session
}

/** One edit of a title, from opening to closing. It outlives its element. */
export class TitleSession {
  /** Unique for each session. The first title of a new node is one undo step with the node. */
  readonly key: string
  readonly nodeId: NodeId
  readonly #workspace: ProjectWorkspace
  readonly #editing: TitleEdit
  /** The title at opening, as stored and as an editor would write it. */
  readonly #before: string
  readonly #unchanged: string
  #stored: string
  #draft: string
  /** The server rejected this title, and would reject it again on every retry. */
  #refused: string | null = null
  #isOver = false
  #sharing: ReturnType<typeof setTimeout> | undefined
  /** The time of the first letter that others have not seen. */
  #unsharedSince: number | null = null
  #listening: readonly (() => void)[]

  constructor(workspace: ProjectWorkspace, editing: TitleEdit, key: string) {
    this.key = key
    this.nodeId = editing.nodeId
    this.#workspace = workspace
    this.#editing = editing
    this.#before = workspace.client.node(editing.nodeId)?.title ?? ''
    this.#unchanged = normalizeTitleHtml(this.#before)
    this.#stored = this.#before
    this.#draft = editing.typed === null ? this.#before : toTitleHtml(editing.typed)
    this.#listening = [
      workspace.client.listen(({ ids, origin }) => {
        if (!this.#isOver && ids.includes(this.nodeId)) this.#applyChange(origin)
      }),
      workspace.editing.subscribe(() => {
        if (workspace.editing.get() !== editing) this.leave()
      }),
    ]
    this.#mark()
  }

  /** The title in the editor. */
  get draft(): string {
    return this.#draft
  }

  /** True while nothing was written that differs from the title at opening; an empty new title counts as nothing. */
  get isUntouched(): boolean {
    const isEmptyNew = this.#editing.isNew && isBlankTitle(this.#draft)
    return this.#stored === this.#before && (isEmptyNew || this.#draft === this.#before)
  }

  updateDraft(title: string): void {
    this.#draft = title === this.#unchanged ? this.#before : title
    this.#mark()
    if (this.#workspace.client.presence.others.get().length > 0) this.#saveSoon()
  }

  /** Saves a change; the edit continues. */
  save(): Edited {
    // A node without text could be neither read aloud nor found again, so an emptied title is not stored.
    const isUnwanted = this.#draft === this.#refused || isBlankTitle(this.#draft)
    return this.#isOver || isUnwanted ? accept(null) : this.#change(this.#draft)
  }

  /**
   * Ends the edit with the typed title. If it is rejected, the edit continues and the text stays. Returns true when the
   * node has this title now, so that a key can go on from it.
   */
  commit(): boolean {
    if (this.#isOver) return false
    if (isBlankTitle(this.#draft)) {
      this.cancel()
      return false
    }
    const edited = this.#draft === this.#refused ? refuse(mapTexts.titleNotSaved) : this.save()
    if (!edited.ok) {
      this.#workspace.notify(edited.reason, 'failed')
      return false
    }
    this.#end()
    this.#focusNode()
    return this.#isThere()
  }

  /** Ends the edit and restores the earlier title. */
  cancel(): void {
    if (this.#isOver) return
    this.#takeBack()
    this.#end()
    this.#focusNode()
  }

  /** The person has moved on to something else. */
  leave(): void {
    if (this.#isOver) return
    if (isBlankTitle(this.#draft) || (this.#editing.isNew && this.isUntouched)) this.#takeBack()
    const edited = this.save()
    if (!edited.ok)
      reportUnsavedText(this.#workspace, { nodeId: this.nodeId, field: 'title', html: this.#draft }, edited.reason)
    this.#end()
  }

  /** Ends the edit without saving, because the person may no longer edit. Returns the unsaved text, if any. */
  abandon(): string | null {
    const isUnsaved = !this.#isOver && this.#draft !== this.#stored && !isBlankTitle(this.#draft)
    this.#end()
    return isUnsaved ? toPlainText(this.#draft) : null
  }

  /** Ends the edit without saving, because the node is about to be deleted. A new node is removed with it. */
  discard(): void {
    if (this.#isOver) return
    if (this.#editing.isNew) this.#takeBack()
    this.#end()
  }

  #isThere(): boolean {
    return this.#workspace.client.node(this.nodeId) !== undefined
  }

  #applyChange(origin: ReplicaChange['origin']): void {
    const present = this.#workspace.client.node(this.nodeId)?.title
    if (present === undefined) return this.#lose(origin)
    if (origin !== 'rolled-back' || present === this.#stored) return
    this.#refused = this.#stored
    this.#stored = present
    this.#mark()
  }

  /** The node was deleted. The typed text is stored with it and reappears if the node is restored. */
  #lose(origin: ReplicaChange['origin']): void {
    const isUnsaved = this.#draft !== this.#stored && !isBlankTitle(this.#draft)
    this.#end()
    if (isUnsaved) this.#workspace.client.edits.change(this.nodeId, { title: this.#draft }, this.key)
    // The pauses of typing decide which letters were already saved; the person is offered all that they typed.
    const isTyped = this.#draft !== this.#before && !isBlankTitle(this.#draft)
    const title = isBlankTitle(this.#before) ? this.#stored : this.#before
    if (origin === 'others') notifyNodeDeleted(title, isTyped ? this.#draft : null)
  }

  #change(title: string): Edited {
    if (title === this.#stored || !this.#isThere()) return accept(null)
    const edited = this.#workspace.client.edits.change(this.nodeId, { title }, this.key)
    if (edited.ok) this.#stored = title
    this.#mark()
    return edited
  }

  #takeBack(): void {
    const hasChildren = this.#workspace.client.graph.children(this.nodeId).length > 0
    if (!this.#editing.isNew || hasChildren || !this.#isThere()) return void this.#change(this.#before)
    // Otherwise the typed text would be kept as if somebody else had deleted the node.
    this.#draft = this.#stored
    discardNewNode(this.#workspace, this.nodeId)
  }

  #saveSoon(): void {
    const now = Date.now()
    this.#unsharedSince ??= now
    clearTimeout(this.#sharing)
    const wait = Math.min(sharedSaveMs.pause, this.#unsharedSince + sharedSaveMs.most - now)
    this.#sharing = setTimeout(
      () => {
        this.#unsharedSince = null
        this.save()
      },
      Math.max(0, wait),
    )
  }

  #mark(): void {
    markTitleUnsaved(this.nodeId, !this.#isOver && this.#draft !== this.#stored)
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#sharing)
    for (const stop of this.#listening) stop()
    this.#mark()
    if (this.#workspace.editing.get() === this.#editing) this.#workspace.editing.set(null)
    if (this.#stored !== this.#before) offerQuickEntry(this.#workspace, this.nodeId, this.#before)
  }

  #focusNode(): void {
    // The map does not move the focus while a text has it, and this text is about to close.
    const active = document.activeElement
    if (active instanceof HTMLElement && active.closest('[data-node-id]') !== active) active.blur()
    const id = this.#isThere() ? this.nodeId : this.#workspace.selection.get().current
    if (id !== null) this.#workspace.map.focus(id)
  }
}

/** Deletes an unwanted new node and selects its parent. */
function discardNewNode({ client, selection }: ProjectWorkspace, id: NodeId): void {
  const { parentIds = [] } = client.node(id) ?? {}
  const next = parentIds[0] ?? [...client.graph.children(null)].find((root) => root.id !== id)?.id ?? null
  client.edits.discard(id)
  if (selection.get().current === id) selection.set({ ids: new Set(next === null ? [] : [next]), current: next })
}

import { accept, type NodeId, storedBody } from '@espalier/domain'
import type { BoardChange, Edited } from '../../../data/board/board.ts'
import { type Cell, createCell, type WritableCell } from '../../../platform/cell.ts'
import { reportUnsaved } from '../collisions/offer-unsaved.ts'
import { tellDeleted } from '../collisions/tell-deleted.ts'
import { titleOf } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** What the panel shows of a description. */
export interface BodyView {
  readonly html: string
  /** Counts the times that the text came from elsewhere: the editor then starts anew with it. */
  readonly revision: number
  /** Why the text could not be saved; empty: nothing is wrong. */
  readonly fault: string
}

/** Texts that could not be stored, for when their panel is opened again. */
const unsaved = new WeakMap<Workbench, Map<NodeId, string>>()
let opened = 0

/** One description in the panel, from opening to its end. */
export class BodySession {
  readonly nodeId: NodeId
  readonly view: Cell<BodyView>
  readonly #bench: Workbench
  readonly #view: WritableCell<BodyView>
  readonly #mergeKey: string
  #stopListening: () => void = () => undefined
  #stored: string
  #draft: string
  /** The server would not have it: sent again and again, it would be refused again and again. */
  #refused: string | null = null
  #isFocused = false
  #title = ''

  constructor(bench: Workbench, nodeId: NodeId) {
    opened += 1
    this.nodeId = nodeId
    this.#bench = bench
    this.#mergeKey = `body ${opened}`
    this.#stored = this.#present()
    this.#draft = unsaved.get(bench)?.get(nodeId) ?? this.#stored
    this.#view = createCell<BodyView>({ html: this.#draft, revision: 0, fault: '' })
    this.view = this.#view
  }

  begin(): void {
    this.#stopListening()
    this.#title = titleOf(this.#bench, this.nodeId)
    this.#stopListening = this.#bench.board.listen((change) => {
      if (change.ids.includes(this.nodeId)) this.#take(change.origin)
    })
  }

  get isDirty(): boolean {
    return this.#draft !== this.#stored
  }

  get isFocused(): boolean {
    return this.#isFocused
  }

  write(html: string): void {
    this.#draft = storedBody(html)
  }

  focus(): void {
    this.#isFocused = true
  }

  /** Stores what has changed; the text stays in the editor in any case. */
  save(): Edited {
    if (!this.isDirty || this.#draft === this.#refused || !this.#isThere()) return accept(null)
    const edited = this.#bench.board.edits.change(this.nodeId, { body: this.#draft }, this.#mergeKey)
    if (edited.ok) this.#stored = this.#draft
    this.#show(edited.ok ? '' : edited.reason)
    return edited
  }

  leave(): void {
    this.#isFocused = false
    this.save()
    if (!this.isDirty && this.#present() !== this.#stored) this.#startAnew()
  }

  end(): void {
    const edited = this.save()
    if (!edited.ok) reportUnsaved(this.#bench, { nodeId: this.nodeId, field: 'body', html: this.#draft }, edited.reason)
    this.#stopListening()
    keepUnsaved(this.#bench, this.nodeId, this.isDirty && this.#isThere() ? this.#draft : null)
  }

  #isThere(): boolean {
    return this.#bench.board.node(this.nodeId) !== undefined
  }

  #present(): string {
    return this.#bench.board.node(this.nodeId)?.body ?? ''
  }

  /** The node is gone. What was typed is stored with it, and is there when the node comes back. */
  #lose(origin: BoardChange['origin']): void {
    const isUnsaved = this.isDirty && this.#draft !== this.#refused
    this.#stopListening()
    this.#stored = this.#draft
    if (isUnsaved) this.#bench.board.edits.change(this.nodeId, { body: this.#draft }, this.#mergeKey)
    if (origin === 'others') tellDeleted(this.#title, isUnsaved ? this.#draft : null)
  }

  #take(origin: BoardChange['origin']): void {
    if (!this.#isThere()) return this.#lose(origin)
    this.#title = titleOf(this.#bench, this.nodeId)
    const present = this.#present()
    if (present === this.#stored) return
    if (origin === 'rolled-back' && !this.isDirty) {
      this.#stored = present
      this.#refused = this.#draft
      this.#show('This text could not be saved')
    } else if (this.isDirty) this.#stored = present
    else if (!this.#isFocused) this.#startAnew()
  }

  #startAnew(): void {
    this.#stored = this.#present()
    this.#draft = this.#stored
    const { revision } = this.#view.get()
    this.#view.set({ html: this.#draft, revision: revision + 1, fault: '' })
  }

  #show(fault: string): void {
    const view = this.#view.get()
    if (view.fault !== fault) this.#view.set({ ...view, fault })
  }
}

function keepUnsaved(bench: Workbench, nodeId: NodeId, text: string | null): void {
  const kept = unsaved.get(bench) ?? new Map<NodeId, string>()
  if (text === null) kept.delete(nodeId)
  else kept.set(nodeId, text)
  unsaved.set(bench, kept)
}

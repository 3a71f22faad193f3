import { accept, type NodeId, normalizeBody } from '@espalier/domain'
import type { Edited, ReplicaChange } from '@espalier/sync'
import { type Cell, createCell, type WritableCell } from '../../platform/cell.ts'
import { nodeDetailsTexts } from '../../texts/node-details.ts'
import { getPlainTitle } from '../actions/action.ts'
import { notifyNodeDeleted, reportUnsavedText } from '../actions/edit-notices.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** The panel's view of a description. */
export interface DescriptionView {
  readonly html: string
  /** Counts how often the text came from elsewhere, so that the editor restarts with it. */
  readonly revision: number
  /** The reason why the text could not be saved; empty: nothing is wrong. */
  readonly fault: string
}

/** Texts that could not be saved, for when their panel is reopened. */
const unsavedDescriptions = new WeakMap<ProjectWorkspace, Map<NodeId, string>>()
let sessionCount = 0

/** One description in the panel, from opening to closing. */
export class DescriptionSession {
  readonly nodeId: NodeId
  readonly view: Cell<DescriptionView>
  readonly #workspace: ProjectWorkspace
  readonly #view: WritableCell<DescriptionView>
  readonly #mergeKey: string
  #stopListening: () => void = () => undefined
  #stored: string
  #draft: string
  /** The server rejected this text, and would reject it again on every retry. */
  #refused: string | null = null
  #isFocused = false
  #title = ''

  constructor(workspace: ProjectWorkspace, nodeId: NodeId) {
    sessionCount += 1
    this.nodeId = nodeId
    this.#workspace = workspace
    this.#mergeKey = `body ${sessionCount}`
    this.#stored = this.#present()
    this.#draft = unsavedDescriptions.get(workspace)?.get(nodeId) ?? this.#stored
    this.#view = createCell<DescriptionView>({ html: this.#draft, revision: 0, fault: '' })
    this.view = this.#view
  }

  begin(): void {
    this.#stopListening()
    this.#title = getPlainTitle(this.#workspace, this.nodeId)
    this.#stopListening = this.#workspace.client.listen((change) => {
      if (change.ids.includes(this.nodeId)) this.#applyChange(change.origin)
    })
  }

  get isDirty(): boolean {
    return this.#draft !== this.#stored
  }

  get isFocused(): boolean {
    return this.#isFocused
  }

  write(html: string): void {
    this.#draft = normalizeBody(html)
  }

  focus(): void {
    this.#isFocused = true
  }

  /** Saves a change; the text stays in the editor in any case. */
  save(): Edited {
    if (!this.isDirty || this.#draft === this.#refused || !this.#isThere()) return accept(null)
    const edited = this.#workspace.client.edits.change(this.nodeId, { body: this.#draft }, this.#mergeKey)
    if (edited.ok) this.#stored = this.#draft
    this.#show(edited.ok ? '' : edited.reason)
    return edited
  }

  leave(): void {
    this.#isFocused = false
    this.save()
    if (!this.isDirty && this.#present() !== this.#stored) this.#startAgain()
  }

  end(): void {
    const edited = this.save()
    if (!edited.ok)
      reportUnsavedText(this.#workspace, { nodeId: this.nodeId, field: 'body', html: this.#draft }, edited.reason)
    this.#stopListening()
    storeUnsavedText(this.#workspace, this.nodeId, this.isDirty && this.#isThere() ? this.#draft : null)
  }

  #isThere(): boolean {
    return this.#workspace.client.node(this.nodeId) !== undefined
  }

  #present(): string {
    return this.#workspace.client.node(this.nodeId)?.body ?? ''
  }

  /** The node was deleted. The typed text is stored with it and reappears if the node is restored. */
  #lose(origin: ReplicaChange['origin']): void {
    const isUnsaved = this.isDirty && this.#draft !== this.#refused
    this.#stopListening()
    this.#stored = this.#draft
    if (isUnsaved) this.#workspace.client.edits.change(this.nodeId, { body: this.#draft }, this.#mergeKey)
    if (origin === 'others') notifyNodeDeleted(this.#title, isUnsaved ? this.#draft : null)
  }

  #applyChange(origin: ReplicaChange['origin']): void {
    if (!this.#isThere()) return this.#lose(origin)
    this.#title = getPlainTitle(this.#workspace, this.nodeId)
    const present = this.#present()
    if (present === this.#stored) return
    if (origin === 'rolled-back' && !this.isDirty) {
      this.#stored = present
      this.#refused = this.#draft
      this.#show(nodeDetailsTexts.notSaved)
    } else if (this.isDirty) this.#stored = present
    else if (!this.#isFocused) this.#startAgain()
  }

  #startAgain(): void {
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

function storeUnsavedText(workspace: ProjectWorkspace, nodeId: NodeId, text: string | null): void {
  const unsaved = unsavedDescriptions.get(workspace) ?? new Map<NodeId, string>()
  if (text === null) unsaved.delete(nodeId)
  else unsaved.set(nodeId, text)
  unsavedDescriptions.set(workspace, unsaved)
}

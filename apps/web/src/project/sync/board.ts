import type { Branch, GraphView, Layout, NodeDrop, NodeId, ProjectId, Result, Sharing } from '@espalier/domain'
import type { NodeFields, NodeRecord, Overwritten } from '@espalier/sync'
import type { Presence } from '../../api/presence.ts'
import type { Cell } from '../../platform/cell.ts'

/** A project as its screen needs it. */
export interface BoardProject {
  readonly id: ProjectId
  readonly title: string
  readonly body: string
  readonly status: string
  readonly owner: string
  readonly layout: Layout
  readonly sharing: Sharing
  /** Nodes of other projects that link here. */
  readonly nodeLinks: readonly BoardNodeLink[]
  readonly jiraSync: boolean
  readonly updatedAt: number
}

export interface BoardNodeLink {
  readonly id: NodeId
  readonly title: string
  readonly project: { readonly id: ProjectId; readonly title: string }
}

/** One change of the board, told after it holds. */
export interface BoardChange {
  /** Nodes that came, went or are no longer as they were. */
  readonly ids: readonly NodeId[]
  /** Some node came, went, or changed its parents or its place among its siblings. */
  readonly isStructural: boolean
  /** Made: by the server, because this page asked for it. */
  readonly origin: 'loaded' | 'own' | 'undo' | 'redo' | 'rolled-back' | 'made' | 'others'
}

/** A title or a description that was typed and could not be stored. */
export interface UnsavedText {
  readonly nodeId: NodeId
  readonly field: 'title' | 'body'
  readonly html: string
  /** The title of its node at that time. */
  readonly title: string
}

/** On this device, for this person alone. */
export interface UnsavedTexts {
  /** False: it could not be kept. */
  keep(text: UnsavedText): boolean
  all(): readonly UnsavedText[]
  forget(nodeId: NodeId, field: UnsavedText['field']): void
}

export type SavingState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  /** With so many changes to be sent. */
  | { readonly kind: 'offline'; readonly changes: number }

/** Where a new node goes. */
export type NewPlace =
  | { readonly kind: 'child'; readonly parentId: NodeId }
  | { readonly kind: 'root' }
  /** Between a node and its primary parent; above a root it is the new root. */
  | { readonly kind: 'parent'; readonly childId: NodeId }
  | { readonly kind: 'before' | 'after'; readonly siblingId: NodeId }

/** A change that the server did not make. */
export interface Refused {
  readonly text: string
  /** The change itself, in words: 'Move "Pears"'. */
  readonly change: string
  /** Made long before it was sent, offline or in an earlier tab: the person has to be told which change it was. */
  readonly isLate: boolean
}

/** Why an edit was not made, as a text for the person. */
export type Edited<Value = null> = Result<Value, string>

/**
 * A project that is open on this page: every node as it stands with one's own changes laid over what is stored. An edit shows
 * at once and is sent in order behind; where the server refuses it, it is taken back and `onRefused` is told.
 */
export interface Board {
  readonly projectId: ProjectId
  readonly project: Cell<BoardProject>
  /** False while there is no right to edit: every edit is then refused here already. */
  readonly canEdit: Cell<boolean>
  readonly saving: Cell<SavingState>
  readonly canUndo: Cell<boolean>
  readonly canRedo: Cell<boolean>
  /** The living nodes in their structure. The virtual parent of linked projects is not among them. */
  readonly graph: GraphView
  /** A node as it now stands; the same object until it changes. Undefined: unknown or deleted. */
  node(id: NodeId): NodeRecord | undefined
  /** The living nodes, in no order. */
  nodes(): Iterable<NodeRecord>
  /** One call a change. */
  listen(listener: (change: BoardChange) => void): () => void
  /** One call when this node changes, goes or comes. */
  listenTo(id: NodeId, listener: () => void): () => void
  readonly edits: BoardEdits
  /** Nodes that came with a file of one's own: answers once they are here; one undo takes them all back. */
  takeImported(imported: { readonly seq: number; readonly nodeIds: readonly NodeId[] }): Promise<void>
  readonly presence: Presence
  readonly unsavedTexts: UnsavedTexts
  /** Sends now what could not be sent, without waiting for the next try. */
  tryAgain(): void
  /** The server did not do it, for this reason: what was shown is taken back. Said persistently. */
  onRefused(listener: (text: string, refused: Refused) => void): () => void
  /** Somebody else's title or body has just taken the place of one's own, which can be offered back. */
  onOverwritten(listener: (overwritten: Overwritten) => void): () => void
  /** Whoever looks may no longer see the project, or is no longer signed in: it has to be opened anew. */
  onLost(listener: () => void): () => void
  /** Ends the listening. What is still to be sent is sent, or kept for the next time. */
  close(): void
}

/** Nothing can be edited before `allowEditing` says so. */
export interface OpenBoard {
  readonly kind: 'open'
  /** Some node has several parents: it is laid out in another way than a tree. */
  readonly isGraph: boolean
  readonly board: Board
  readonly allowEditing: (can: boolean) => void
}

/** Missing: there is no such project, or none that this caller may know of. */
export type BoardOpening = OpenBoard | { readonly kind: 'missing' } | { readonly kind: 'failed' }

/** Each call is one undo step, unless it stands inside `group`. */
export interface BoardEdits {
  /** The title is 'New node' and the colour the parent's unless given. What follows under its `newNodeKey` is the same undo step. */
  create(place: NewPlace, fields?: NodeFields): Edited<NodeId>
  /** Takes a new node back as if it had never been: no undo step stays. */
  discard(id: NodeId): void
  /** Changes under one `mergeKey` that follow each other are one undo step (a title saved while it is typed). */
  change(id: NodeId, fields: NodeFields, mergeKey?: string): Edited
  changeMany(ids: readonly NodeId[], fields: NodeFields): Edited
  /** Its children go to its parents. Refused for the only node. */
  deleteNode(id: NodeId): Edited
  /** Every node with what hangs from it alone. */
  deleteBranches(ids: readonly NodeId[], gatherKey?: string): Edited
  /** Takes nodes that the server made for this page into the undo step of this key. */
  adopt(ids: readonly NodeId[], gatherKey: string): void
  /** Alone: the children stay behind, with the former parents. */
  move(ids: readonly NodeId[], drop: NodeDrop, isAlone?: boolean): Edited
  addParent(id: NodeId, parentId: NodeId): Edited
  removeParent(id: NodeId, parentId: NodeId): Edited
  /** Pasted or imported; answers the ids of the topmost new nodes. */
  insertBranches(place: NewPlace, branches: readonly Branch[]): Edited<readonly NodeId[]>
  /** What is edited inside is one undo step. */
  group<Value>(edit: () => Value): Value
  undo(): Edited<readonly NodeId[]>
  redo(): Edited<readonly NodeId[]>
  rename(title: string): Promise<Edited>
  setLayout(layout: Layout): Promise<Edited>
}

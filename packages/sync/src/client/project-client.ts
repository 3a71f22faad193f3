import type { GraphView, Layout, NodeId, ProjectId } from '@espalier/domain'
import type { Edited, NodeEdits } from '../replica/edits.ts'
import type { NodeRecord } from '../replica/node-record.ts'
import type { Overwritten } from '../replica/own-texts.ts'
import type { Replica, ReplicaChange } from '../replica/replica.ts'
import type { Cell } from './cell.ts'
import type { SavingState } from './outbox.ts'
import type { Presence } from './presence.ts'
import type { ListedProjectDetails, ProjectDetails } from './project-state.ts'
import type { Clock, LocalStore, Transport } from './transport.ts'
import type { UnsavedTexts } from './unsaved-texts.ts'

/** An edit that the server rejected. */
export interface RejectedEdit {
  readonly text: string
  /** The edit itself, in words: 'Move "Pears"'. */
  readonly change: string
  /** Made long before it was sent, offline or by an earlier client: the person has to be told which edit it was. */
  readonly isLate: boolean
}

export interface ProjectEdits extends NodeEdits {
  rename(title: string): Promise<Edited>
  setLayout(layout: Layout): Promise<Edited>
}

/**
 * An open project: every node as it stands, with this person's pending edits laid over what is stored. An edit shows at once
 * and is sent in order behind; where the server rejects it, it is rolled back and `onRefused` is called.
 */
export interface ProjectClient {
  readonly projectId: ProjectId
  readonly project: Cell<ProjectDetails>
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
  listen(listener: (change: ReplicaChange) => void): () => void
  /** One call when this node changes, goes or comes. */
  listenTo(id: NodeId, listener: () => void): () => void
  readonly edits: ProjectEdits
  /** Nodes that came with a file of one's own: resolves once they are here; one undo takes them all back. */
  adoptImported(imported: { readonly seq: number; readonly nodeIds: readonly NodeId[] }): Promise<void>
  readonly presence: Presence
  readonly unsavedTexts: UnsavedTexts
  /** Sends and listens again now, without waiting for the next attempt. To be called when the network or the page is back. */
  tryAgain(): void
  /** The server did not do it, for this reason: what was shown is rolled back. */
  onRefused(listener: (text: string, rejected: RejectedEdit) => void): () => void
  /** Somebody else's title or body has just replaced one's own, which can be offered back. */
  onOverwritten(listener: (overwritten: Overwritten) => void): () => void
  /** The person may no longer see the project, or is no longer signed in: it has to be opened anew. */
  onLost(listener: () => void): () => void
  /** Stores unsent edits on this device now. False: there are some, and they could not be stored. */
  storeUnsent(): boolean
  /** The client is about to disappear: stores what is unsent and sends it without waiting for an answer. */
  leave(): void
  /** Stops listening. What is still to be sent is sent, or kept for the next time. */
  close(): void
}

/** Nothing can be edited before `allowEditing` says so. */
export interface OpenedProject {
  readonly kind: 'open'
  /** Some node has several parents: it is laid out in another way than a tree. */
  readonly isGraph: boolean
  readonly client: ProjectClient
  /** The client's copy of the nodes, for whoever checks it against the server. */
  readonly replica: Replica
  readonly allowEditing: (can: boolean) => void
  /** Takes in what a list of projects has learned of this one. */
  readonly receiveListed: (listed: ListedProjectDetails) => void
}

/** Missing: there is no such project, or none that this person may know of. */
export type ProjectOpening = OpenedProject | { readonly kind: 'missing' } | { readonly kind: 'failed' }

export interface ProjectOptions {
  readonly projectId: ProjectId
  readonly transport: Transport
  readonly clock: Clock
  /** A new UUID, for nodes and for operations. */
  readonly newId: () => string
  /** From 0 up to, but not including, 1. */
  readonly random: () => number
  /** Whose edits they are. Null: an anonymous visitor. */
  readonly personId: string | null
  /** The ids under which the server shows this client to others. */
  readonly ownSessionIds: () => readonly string[]
  /** The most operations of one request; left out: as many as the API allows. */
  readonly batchLimit?: number
  /** Decides when to begin to listen; left out: at once. */
  readonly scheduleListening?: (start: () => void) => void
  /** The session ended while the project can still be seen: somebody else may be looking now. */
  readonly checkSession?: () => Promise<void>
  /** The server is out of reach; called once until it is back. */
  readonly onUnreachable?: (text: string) => void
}

export interface OpenProjectOptions extends ProjectOptions {
  /** Left out, or null: nothing can be stored on this device. */
  readonly openStore?: () => Promise<LocalStore | null>
}

import type { DefinitionChanges, BlockerGraphView, Layout, NodeId, ProjectId } from '@espalier/domain'
import type { Edited, NodeEdits } from '../replica/edits.ts'
import type { NodeRecord } from '../replica/node-record.ts'
import type { Overwritten } from '../replica/own-texts.ts'
import type { Replica, ReplicaChange } from '../replica/replica.ts'
import type { Cell } from './cell.ts'
import type { DeviceRecords, TabLocks, TabNews } from './device-records.ts'
import type { LocalCopy } from './local-copy.ts'
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
  /**
   * True if the edit was made long before it was sent, offline or by an earlier client: the person has to be reminded
   * of it.
   */
  readonly isLate: boolean
}

export interface ProjectEdits extends NodeEdits {
  rename(title: string): Promise<Edited>
  setLayout(layout: Layout): Promise<Edited>
  /** Changes tags, stages, own fields or the unit of estimates, once the server has stored them. It is no undo step. */
  changeDefinitions(changes: DefinitionChanges): Promise<Edited>
}

/**
 * An open project: every node with this person's pending edits applied to the stored state. An edit is shown
 * immediately and sent in order; if the server rejects it, it is rolled back and `onRefused` is called.
 */
export interface ProjectClient {
  readonly projectId: ProjectId
  readonly project: Cell<ProjectDetails>
  /** False without the right to edit: every edit is then rejected locally. */
  readonly canEdit: Cell<boolean>
  readonly saving: Cell<SavingState>
  /** True if the project was opened from the copy on this device and the server has not been heard for a second. */
  readonly isLocalCopy: Cell<boolean>
  /** True once a copy of the project is on this device. What belongs to the project can be stored with it from then on. */
  readonly isStored: Cell<boolean>
  readonly canUndo: Cell<boolean>
  readonly canRedo: Cell<boolean>
  /** The structure of the existing nodes. The virtual parent of linked projects is not among them. */
  readonly graph: BlockerGraphView
  /** Returns the current node, which is the same object until it changes. Undefined: unknown or deleted. */
  node(id: NodeId): NodeRecord | undefined
  /** The existing nodes, in no order. */
  nodes(): Iterable<NodeRecord>
  /** Calls the listener once per change. */
  listen(listener: (change: ReplicaChange) => void): () => void
  /** Calls the listener when this node changes, appears or disappears. */
  listenTo(id: NodeId, listener: () => void): () => void
  readonly edits: ProjectEdits
  /**
   * Adds the nodes of the person's own import to the undo history. Resolves once they have arrived; one undo removes
   * them all.
   */
  adoptImported(imported: { readonly seq: number; readonly nodeIds: readonly NodeId[] }): Promise<void>
  readonly presence: Presence
  readonly unsavedTexts: UnsavedTexts
  /**
   * Sends and reconnects now, without waiting for the next attempt. To be called when the network or the page is back.
   */
  tryAgain(): void
  /** The server rejected an edit for this reason, and it was rolled back. */
  onRefused(listener: (text: string, rejected: RejectedEdit) => void): () => void
  /** Somebody else's title or body has replaced the person's own, which can be offered for restoring. */
  onOverwritten(listener: (overwritten: Overwritten) => void): () => void
  /** The person lost access to the project or is signed out: it has to be opened again. */
  onLost(listener: () => void): () => void
  /** Stores unsent edits on this device now. Returns false if there are some and they could not be stored. */
  storeUnsent(): boolean
  /** Stores unsent edits and sends them without waiting for an answer, because the page is about to close. */
  leave(): void
  /** Stops listening. Unsent edits are sent, or kept for the next time. */
  close(): void
}

/** Editing is disabled until `allowEditing` is called. */
export interface OpenedProject {
  readonly kind: 'open'
  /** True if some node has several parents, which needs another layout than a tree. */
  readonly isGraph: boolean
  readonly client: ProjectClient
  /** The client's copy of the nodes, for comparison with the server. */
  readonly replica: Replica
  readonly allowEditing: (can: boolean) => void
  /** Takes over newer details from a list of projects. */
  readonly receiveListed: (listed: ListedProjectDetails) => void
}

/** Missing: the project does not exist, or this person may not know of it. */
export type ProjectOpening = OpenedProject | { readonly kind: 'missing' } | { readonly kind: 'failed' }

export interface ProjectOptions {
  readonly projectId: ProjectId
  readonly transport: Transport
  readonly clock: Clock
  /** A new UUID, for nodes and for operations. */
  readonly newId: () => string
  /** From 0 up to, but not including, 1. */
  readonly random: () => number
  /** The person who makes the edits. Null: an anonymous visitor. */
  readonly personId: string | null
  /** The ids under which the server shows this client to others. */
  readonly ownSessionIds: () => readonly string[]
  /** The maximum number of operations in one request. Defaults to the API's limit. */
  readonly batchLimit?: number
  /** Decides when to start listening. Defaults to immediately. */
  readonly scheduleListening?: (start: () => void) => void
  /** Called when the session ended while the project can still be seen: somebody else may be signed in now. */
  readonly checkSession?: () => Promise<void>
  /** The server is unreachable; called once until it is back. */
  readonly onUnreachable?: (text: string) => void
}

/** The part of the device that all tabs of this browser share. */
export interface SharedDevice {
  /** Null if the storage is missing or blocked. */
  readonly records: DeviceRecords | null
  /** The data that this person has stored; null if nothing may be. */
  readonly copy: LocalCopy | null
  readonly locks: TabLocks
  readonly news: TabNews
}

export interface OpenProjectOptions extends ProjectOptions {
  /** If omitted, the project is always read from the server, and unsent edits are stored for this tab only. */
  readonly openDevice?: () => Promise<SharedDevice>
  /** If omitted or null, nothing can be stored on this device. */
  readonly openStore?: () => Promise<LocalStore | null>
}

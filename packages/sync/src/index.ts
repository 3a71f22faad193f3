export type { NodeFields, NodeRecord, SentNode } from './replica/node-record.ts'
export type { NewPlace } from './replica/create-edits.ts'
export { type Edited, newNodeKey } from './replica/edits.ts'
export type { Overwritten } from './replica/own-texts.ts'
export type { NodeChange, NodePlace, NodeRequest, Operation } from './replica/operations.ts'
export type { Replica, ReplicaChange } from './replica/replica.ts'
export { type NodeMutation, toMutation } from './client/mutations.ts'
export { createLocalCopy, type LocalCopy } from './client/local-copy.ts'
export { openProject } from './client/open-project.ts'
export { type Collaborator, guestPrefix } from './client/presence.ts'
export type {
  OpenedProject,
  ProjectClient,
  ProjectEdits,
  ProjectOpening,
  RejectedEdit,
  SharedDevice,
} from './client/project-client.ts'
export type { ProjectDetails } from './client/project-state.ts'
export { retryDelayMs } from './client/retry.ts'
export {
  type Clock,
  type LiveField,
  liveFields,
  type LiveObserver,
  type LocalStore,
  type NodeLink,
  type OperationBatch,
  type SentChanges,
  type SentProject,
  type Snapshot,
  type Transport,
  type TransportFailure,
  type TransportResult,
} from './client/transport.ts'
export type { UnsavedText } from './client/unsaved-texts.ts'

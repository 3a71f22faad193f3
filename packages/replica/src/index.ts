export { type NodeFields, type NodeRecord } from './node-record.ts'
export { adopter, type SentNode } from './adopt.ts'
export { type Answer, type ChangeRecord } from './answer.ts'
export { type Answered, type Dropped } from './copy.ts'
export { type NewPlace } from './create-edits.ts'
export { type Edited, type ReplicaEdits } from './edits.ts'
export { type Overwritten, type TextField } from './own-texts.ts'
export { type NewContents, type NodeChange, type NodePlace, type NodeRequest, type Operation } from './request.ts'
export {
  createReplica,
  type Question,
  type Replica,
  type ReplicaCatchUp,
  type ReplicaChange,
  type ReplicaEvent,
  type ReplicaStart,
} from './replica.ts'

import { type AccessRule, allowEditors, allowViewers } from '../projects/index.ts'

/** The node policy follows the policy of the node's project. */
export const nodePolicy = {
  'nodes.read': allowViewers,
  'changes.read': allowViewers,
  'schedule.read': allowViewers,
  'node.create': allowEditors,
  'node.update': allowEditors,
  'node.delete': allowEditors,
  'node.break-down': allowEditors,
  'node.claim': allowEditors,
  'node.release': allowEditors,
} as const satisfies Record<string, AccessRule>

import { type AccessRule, allowEditors, allowViewers } from '../projects/index.ts'

/** Who may what with nodes: as with the project they belong to. */
export const nodePolicy = {
  'nodes.read': allowViewers,
  'changes.read': allowViewers,
  'node.create': allowEditors,
  'node.update': allowEditors,
  'node.delete': allowEditors,
  'node.break-down': allowEditors,
} as const satisfies Record<string, AccessRule>

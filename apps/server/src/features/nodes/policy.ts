import { type Rule, whoeverEdits, whoeverSees } from '../projects/index.ts'

/** Who may what with nodes: as with the project they belong to. */
export const nodePolicy = {
  'nodes.read': whoeverSees,
  'changes.read': whoeverSees,
  'node.create': whoeverEdits,
  'node.update': whoeverEdits,
  'node.delete': whoeverEdits,
  'node.break-down': whoeverEdits,
} as const satisfies Record<string, Rule>

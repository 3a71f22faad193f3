import { type Rule, whoeverEdits, whoeverHasAccess } from '../projects/index.ts'

/** Who may bring in a file: whoever may make a project, or edit the one that it goes into. */
export const importPolicy = {
  'import.new': whoeverHasAccess,
  'import.into': whoeverEdits,
} as const satisfies Record<string, Rule>

import { type AccessRule, allowEditors, allowProductAccess } from '../projects/index.ts'

/** Who may bring in a file: whoever may make a project, or edit the one that it goes into. */
export const importPolicy = {
  'import.new': allowProductAccess,
  'import.into': allowEditors,
} as const satisfies Record<string, AccessRule>

import { type AccessRule, allowEditors, allowProductAccess } from '../projects/index.ts'

/** The policy of imports: the person must be able to create a project, or to edit the target project. */
export const importPolicy = {
  'import.new': allowProductAccess,
  'import.into': allowEditors,
} as const satisfies Record<string, AccessRule>

export { waitForAccess, useAccess, useHasAccount, type AccessState } from './use-access.ts'

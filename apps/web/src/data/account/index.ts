export { awaitAccess, useAccess, type Access } from './use-access.ts'
export type { Account, Subscribed } from './account.ts'

export { awaitAccess, useAccess, useHasAccount, type Access } from './use-access.ts'

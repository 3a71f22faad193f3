export { auditRoutes } from './audit-routes.ts'
export {
  approveWaitingPerson,
  changePersonActive,
  endPersonSessions,
  type ManagePeopleOptions,
} from './manage-people.ts'
export { type AdminPolicy, createAdminPolicy } from './policy.ts'
export { adminSlice } from './resolvers.ts'

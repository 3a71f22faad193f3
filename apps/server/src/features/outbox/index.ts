export { outboxRoutes, type OutboxRoutesOptions } from './outbox-routes.ts'

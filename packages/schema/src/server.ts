export { typeDefs } from './generated/server/type-defs.ts'
export type * from './generated/server/resolvers.ts'

export { createPeople, type People } from './people.ts'
export { deleteExpiredLookups, readAccountsByUserId } from './store.ts'
export { peopleSlice } from './resolvers.ts'
export { buildPictureUrl, toPublicUser } from './people.ts'

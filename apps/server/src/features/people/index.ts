export { createPeople, type People } from './people.ts'
export { deleteExpiredLookups } from './store.ts'
export { peopleSlice } from './resolvers.ts'
export { buildPictureUrl } from './people.ts'

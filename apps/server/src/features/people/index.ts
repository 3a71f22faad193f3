export { createPeople, deleteExpiredLookups, type People } from './people.ts'
export { peopleSlice } from './resolvers.ts'
export { buildPictureUrl } from './people.ts'

export { createPeople, deleteExpiredLookups, type People } from './people.ts'
export { peopleSlice } from './people-slice.ts'
export { buildPictureUrl } from './picture.ts'

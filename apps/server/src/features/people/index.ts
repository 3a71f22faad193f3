export { createPeople, forgetLookups, type People } from './people.ts'
export { peopleSlice } from './people-slice.ts'
export { pictureOf } from './picture.ts'

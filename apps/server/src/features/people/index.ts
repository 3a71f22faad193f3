export { createPeople, type People, type PeopleOptions } from './people.ts'
export { peoplePolicy, peopleSlice, type PeopleSliceOptions } from './people-slice.ts'
export { pictureOf, type Pictured } from './picture.ts'

import { identitiesContract } from '../ports/identities.contract.ts'
import { fakeIdentities } from './fake-identities.ts'

identitiesContract(async () => {
  const fake = fakeIdentities()
  return {
    identities: fake.identities,
    register: async (email, names) => fake.signIn({ email, ...names }),
    setPicture: async (id, picture) => fake.change(id, { picture }),
    takeAway: async () => {
      fake.isAway = true
    },
    end: async () => {},
  }
})

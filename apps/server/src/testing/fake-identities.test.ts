import { identitiesContract } from './contracts/identities.contract.ts'
import { createFakeIdentities } from './fake-identities.ts'

identitiesContract(async ({ verifiesEmail: isEmailUnproven }) => {
  const fake = createFakeIdentities()
  const ids = new Map<string, string>()
  return {
    identities: fake.identities,
    async register(email, names) {
      const registered = fake.signIn({
        email,
        ...names,
        unverifiedEmail: email.toLowerCase(),
        ...(isEmailUnproven && { isEmailUnproven }),
      })
      ids.set(email.toLowerCase(), registered.id)
      return registered
    },
    proveEmail: async (email) => fake.change(ids.get(email) ?? '', { isEmailUnproven: false }),
    setPicture: async (id, picture) => fake.change(id, { picture }),
    takeAway: async () => {
      fake.isUnavailable = true
    },
    end: async () => {},
  }
})

import { identitiesContract } from '../../testing/contracts/identities.contract.ts'
import { startIdentityService } from '../../testing/identity-service.ts'
import { createEmbeddedIdentities } from './embedded-identities.ts'

identitiesContract(async (wanted) => {
  const service = await startIdentityService()
  return {
    identities: createEmbeddedIdentities(service.identity, wanted),
    register: service.register,
    proveEmail: service.proveEmail,
    async setPicture(id, picture) {
      const found = await service.identity.admin.get(id)
      await service.identity.admin.setMetadataPublic(id, { ...found?.metadataPublic, picture })
    },
    takeAway: service.takeAway,
    end: service.end,
  }
})

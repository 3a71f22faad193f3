import { identitiesContract } from '../../ports/identities.contract.ts'
import { identityService } from '../../testing/identity-service.ts'
import { embeddedIdentities } from './embedded-identities.ts'

identitiesContract(async (wanted) => {
  const service = await identityService()
  return {
    identities: embeddedIdentities(service.identity, wanted),
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

import { expect, it } from 'vitest'
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

it("lists a person's sessions without anything that would open them", async () => {
  const service = await startIdentityService()
  const names = { firstname: 'Ann', lastname: 'Apple' }
  try {
    const { id, cookie } = await service.register('ann@example.com', names)
    await service.register('bea@example.com', names)
    const { listSessions } = createEmbeddedIdentities(service.identity)
    const sessions = await listSessions?.(id)
    expect(sessions).toMatchObject([{ methods: ['password'], address: expect.any(String) }])
    const token = /ory_kratos_session=([^;]+)/.exec(cookie)?.[1] ?? 'none'
    expect(JSON.stringify(sessions)).not.toContain(token)
    expect(await listSessions?.('nobody')).toEqual([])
  } finally {
    await service.end()
  }
})

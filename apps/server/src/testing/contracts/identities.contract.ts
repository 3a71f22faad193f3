import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Identities, IdentityUnavailableError } from '../../ports/identities.ts'

export interface RegisteredPerson {
  readonly id: string
  /** The cookie header of a signed-in browser. */
  readonly cookie: string
}

export interface IdentitiesUnderTest {
  readonly identities: Identities
  register(email: string, names: { readonly firstname: string; readonly lastname: string }): Promise<RegisteredPerson>
  /** Changes the picture as an operator or a social provider would, without the product. */
  setPicture(id: string, picture: string): Promise<void>
  /** Acts as if the person had entered the code that was mailed to this address. */
  proveEmail(email: string): Promise<void>
  /** Makes it unreachable from now on. */
  takeAway(): Promise<void>
  end(): Promise<void>
}

const sampleNames = { firstname: 'Ada', lastname: 'Lovelace' }

export interface IdentitiesContractOptions {
  readonly verifiesEmail: boolean
}

export function identitiesContract(open: (wanted: IdentitiesContractOptions) => Promise<IdentitiesUnderTest>): void {
  describe('Identities', () => {
    let service: IdentitiesUnderTest
    let ada: RegisteredPerson
    beforeEach(async () => {
      service = await open({ verifiesEmail: false })
      ada = await service.register('Ada@Example.com', sampleNames)
    })
    afterEach(() => service.end())

    it('identifies the owner of a session', async () => {
      const seen = await service.identities.whoami({ cookie: `theme=dark; ${ada.cookie}` })
      expect(seen).toEqual({
        sessionId: expect.stringMatching(/\S/),
        authenticatedAt: expect.any(Date),
        person: {
          id: ada.id,
          email: 'Ada@Example.com',
          ...sampleNames,
          picture: null,
          status: seen?.person.status,
          unverifiedEmail: 'ada@example.com',
        },
      })
      expect([null, 'pending']).toContain(seen?.person.status)
    })

    it.each([undefined, '', 'theme=dark', 'ory_kratos_session=', 'ory_kratos_session=ory_st_forged', '\u00e9=;;=,'])(
      'identifies nobody for the cookie %j',
      async (cookie) => {
        expect(await service.identities.whoami({ cookie })).toBeNull()
      },
    )

    it('finds a person by id and nobody by an unknown id', async () => {
      expect(await service.identities.findById(ada.id)).toMatchObject({ id: ada.id, email: 'Ada@Example.com' })
      const unknownIds = [
        '00000000-0000-4000-8000-000000000000',
        'ada',
        '..',
        '',
        '../sessions',
        '%2e%2e',
        "' or 1=1 --",
      ]
      for (const id of unknownIds) expect(await service.identities.findById(id)).toBeNull()
    })

    it('finds a person by email in any spelling and nobody by another', async () => {
      await service.register('grace@example.com', { firstname: 'Grace', lastname: 'Hopper' })
      for (const email of ['ada@example.com', ' ADA@EXAMPLE.COM ', 'Ada@Example.com']) {
        expect(await service.identities.findByEmail(email)).toMatchObject({ id: ada.id })
      }
      for (const email of ['eve@example.com', '', 'a', '%', '*', 'ada@example.com&page_size=1']) {
        expect(await service.identities.findByEmail(email)).toBeNull()
      }
    })

    it('shows a new status at the next request and keeps other metadata', async () => {
      await service.setPicture(ada.id, 'https://pictures.example/ada.png')
      await service.identities.setStatus(ada.id, 'active')
      const expected = { status: 'active', picture: 'https://pictures.example/ada.png', ...sampleNames }
      expect((await service.identities.whoami({ cookie: ada.cookie }))?.person).toMatchObject(expected)
      await service.identities.setStatus(ada.id, 'pending')
      expect(await service.identities.findById(ada.id)).toMatchObject({ ...expected, status: 'pending' })
    })

    it('refuses a status for an unknown person', async () => {
      await expect(service.identities.setStatus('00000000-0000-4000-8000-000000000000', 'active')).rejects.toThrow()
    })

    it('deletes a person with their sessions, also when they are gone already', async () => {
      await service.identities.remove(ada.id)
      expect(await service.identities.findById(ada.id)).toBeNull()
      expect(await service.identities.whoami({ cookie: ada.cookie })).toBeNull()
      for (const id of [ada.id, 'ada', '..', '']) await service.identities.remove(id)
      const again = await service.register('ada@example.com', sampleNames)
      expect(again.id).not.toBe(ada.id)
    })

    it('reports an outage instead of nobody when the identity service cannot be reached', async () => {
      await service.takeAway()
      await expect(service.identities.whoami({ cookie: ada.cookie })).rejects.toThrow(IdentityUnavailableError)
      await expect(service.identities.findById(ada.id)).rejects.toThrow(IdentityUnavailableError)
      await expect(service.identities.findByEmail('ada@example.com')).rejects.toThrow(IdentityUnavailableError)
      await expect(service.identities.setStatus(ada.id, 'active')).rejects.toThrow(IdentityUnavailableError)
      await expect(service.identities.remove(ada.id)).rejects.toThrow(IdentityUnavailableError)
    })
  })
  describe('Identities with verified addresses', () => {
    let service: IdentitiesUnderTest
    beforeEach(async () => {
      service = await open({ verifiesEmail: true })
    })
    afterEach(() => service.end())

    it('finds nobody by an unproven address, and its owner once it is proven', async () => {
      const { id, cookie } = await service.register('Ada@Example.com', sampleNames)
      expect(await service.identities.findByEmail('ada@example.com')).toBeNull()
      const seen = (await service.identities.whoami({ cookie }))?.person
      expect(seen).toMatchObject({ id, isEmailUnproven: true })
      expect(seen?.unverifiedEmail).toBe('ada@example.com')
      expect(await service.identities.findById(id)).toMatchObject({ id })
      await service.proveEmail('ada@example.com')
      expect(await service.identities.findByEmail('ADA@example.com')).toMatchObject({ id })
      expect((await service.identities.whoami({ cookie }))?.person.isEmailUnproven ?? false).toBe(false)
    })
  })
}

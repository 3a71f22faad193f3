import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openDatabase } from '../../database/database.ts'
import { serverMigrations } from '../../database/migrations.ts'
import { fakeIdentities } from '../../testing/fake-identities.ts'
import { createAccounts } from '../account/index.ts'
import { avatarRoutes } from './index.ts'

describe('an avatar', () => {
  let test: TestDatabase
  let app: FastifyInstance
  let id: string
  beforeAll(async () => {
    test = await testDatabase([serverMigrations])
    const database = openDatabase(test.pool)
    const fake = fakeIdentities()
    const accounts = createAccounts({ database, identities: fake.identities, signup: 'open', trialDays: 14 })
    const signedIn = fake.signIn({ email: 'ada@example.com', firstname: 'Ada', lastname: '<Byron' })
    id = signedIn.id
    await accounts.authenticate({ cookie: signedIn.cookie })
    app = fastify()
    await app.register(avatarRoutes({ database }))
  })
  afterAll(async () => {
    await app.close()
    await test.drop()
  })

  it('is drawn from the initials, escaped, the same each time', async () => {
    const first = await app.inject(`/avatar/${id}`)
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(first.body).toMatch(/>\s*A&lt;\s*</)
    expect((await app.inject(`/avatar/${id}`)).body).toBe(first.body)
  })

  it.each(['nobody', '%00', encodeURIComponent('<script>'), 'x'.repeat(90)])(
    'of %s, who is unknown, is a picture too and tells nothing',
    async (other) => {
      const answer = await app.inject(`/avatar/${other}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toMatch(/>\s*\?\s*</)
      expect(answer.body).not.toContain('script')
    },
  )
})

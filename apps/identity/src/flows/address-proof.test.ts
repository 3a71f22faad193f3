import { afterEach, beforeEach, expect, it } from 'vitest'
import { goodPassword, readMessageIds, type TestBrowser } from '../testing/browser.ts'
import { openSocialFixture, type SocialFixture, submitProviderButton } from '../testing/social-fixture.ts'

const victimEmail = 'victim@example.com'
const newPassword = 'quince-terrace-mortar-9'
let fixture: SocialFixture

beforeEach(async () => {
  fixture = await openSocialFixture(
    [
      { sub: 'attacker', email: 'attacker@example.com', email_verified: true },
      { sub: 'victim', email: victimEmail, email_verified: true },
    ],
    { verifiesEmail: true },
  )
})
afterEach(() => fixture.close())

async function link(browser: TestBrowser, provider: 'google' | 'acme', sub: string) {
  fixture[provider].nextAccount(sub)
  return fixture.follow(
    browser,
    await submitProviderButton(browser, await browser.start('settings'), { link: provider }),
  )
}

async function logInWith(provider: 'google' | 'acme', sub: string): Promise<TestBrowser> {
  const browser = fixture.browser()
  fixture[provider].nextAccount(sub)
  await fixture.follow(browser, await submitProviderButton(browser, await browser.start('login'), { provider }))
  return browser
}

const readIdentityId = async (browser: TestBrowser): Promise<string | undefined> =>
  browser.api.toSession().then(
    ({ identity }) => identity?.id,
    () => undefined,
  )

/** An attacker registers the address of another person and links their own social account. */
async function hijack(): Promise<{ attacker: TestBrowser; identityId: string | undefined }> {
  const attacker = fixture.browser()
  expect((await attacker.register(victimEmail)).status).toBe(200)
  await fixture.nextMail()
  expect((await link(attacker, 'google', 'attacker')).flow?.state).toBe('success')
  return { attacker, identityId: await readIdentityId(attacker) }
}

async function recover(): Promise<TestBrowser> {
  const victim = fixture.browser()
  const sent = await victim.submit(await victim.start('recovery'), { method: 'code', email: victimEmail })
  const { code } = await fixture.nextMail()
  expect((await victim.submit(sent.body, { method: 'code', code })).status).toBe(422)
  return victim
}

it('leaves no access to an attacker who registered the address of another person once its owner has recovered it', async () => {
  const { attacker, identityId } = await hijack()
  const victim = await recover()
  expect(await readIdentityId(victim)).toBe(identityId)
  expect(await readIdentityId(attacker)).toBeUndefined()
  expect((await fixture.browser().logIn(victimEmail, goodPassword)).status).toBe(400)
  expect(await readIdentityId(await logInWith('google', 'attacker'))).not.toBe(identityId)
  await victim.submit(await victim.start('settings'), { method: 'password', password: newPassword })
  expect(await readIdentityId(await logInWith('google', 'attacker'))).not.toBe(identityId)
  expect((await fixture.browser().logIn(victimEmail, newPassword)).status).toBe(200)
  expect(fixture.auditEvents).toContainEqual(
    expect.objectContaining({ kind: 'credentials-removed', identityId, reason: 'password, google' }),
  )
})

it('removes the linked accounts and sessions of others when a linked provider is the first to prove the address', async () => {
  const { attacker, identityId } = await hijack()
  // The attacker shared the password so that the victim would believe that the account is theirs.
  const victim = fixture.browser()
  await victim.logIn(victimEmail)
  const landing = await link(victim, 'acme', 'victim')
  expect(landing.flow && readMessageIds(landing.flow)).toEqual([1050001])
  expect(await readIdentityId(victim)).toBe(identityId)
  expect(await readIdentityId(attacker)).toBeUndefined()
  expect(await readIdentityId(await logInWith('google', 'attacker'))).not.toBe(identityId)
  expect(await readIdentityId(await logInWith('acme', 'victim'))).toBe(identityId)
})

it('removes nothing when the address is proven again, but a recovery still ends the other sessions', async () => {
  const owner = fixture.browser()
  await owner.register(victimEmail)
  await fixture.nextMail()
  await link(owner, 'acme', 'victim')
  await link(owner, 'google', 'attacker')
  const identityId = await readIdentityId(owner)
  const recovered = await recover()
  expect(await readIdentityId(recovered)).toBe(identityId)
  expect(await readIdentityId(owner)).toBeUndefined()
  expect((await fixture.browser().logIn(victimEmail)).status).toBe(200)
  expect(await readIdentityId(await logInWith('google', 'attacker'))).toBe(identityId)
})

it('keeps a password that was set in the session that proves the address', async () => {
  const person = await logInWith('google', 'attacker')
  await fixture.pool.query('UPDATE identity.addresses SET verified_at = NULL')
  await person.submit(await person.start('settings'), { method: 'password', password: newPassword })
  const email = 'attacker@example.com'
  const sent = await person.submit(await person.start('verification'), { method: 'code', email })
  const { code } = await fixture.nextMail()
  expect((await person.submit(sent.body, { method: 'code', code })).status).toBe(200)
  expect((await fixture.browser().logIn(email, newPassword)).status).toBe(200)
  expect(await readIdentityId(await logInWith('google', 'attacker'))).toBe(await readIdentityId(person))
})

it('notifies the owner by mail about a new password and about linked and unlinked accounts', async () => {
  const owner = fixture.browser()
  await owner.register(victimEmail)
  await link(owner, 'acme', 'victim')
  await owner.post((await owner.start('settings')).ui.action, { unlink: 'acme' })
  await owner.submit(await owner.start('settings'), { method: 'password', password: newPassword })
  await fixture.identity.close()
  expect(fixture.notices.map(({ to, change }) => [to, change])).toEqual([
    [victimEmail, { kind: 'linked', provider: 'Acme' }],
    [victimEmail, { kind: 'unlinked', provider: 'Acme' }],
    [victimEmail, { kind: 'password-changed' }],
  ])
})

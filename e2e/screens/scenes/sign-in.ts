import { ask } from '../../support/api.ts'
import { mailsTo } from '../../support/mailbox.ts'
import { expect, password } from '../../support/test.ts'
import type { Scene } from '../scene.ts'
import { localized, localizedExactly } from '../../support/localized.ts'

const signIn: Scene = {
  name: 'login',
  async walk(server, stop) {
    const page = await server.openAsVisitor()
    await page.goto('/login')
    await expect(page.getByRole('button', { name: localized('Sign in with Google') })).toBeVisible()
    await stop(page, 'open')
    await page.getByRole('button', { name: localizedExactly('Log in') }).click()
    await expect(page.getByLabel(localized('Email'))).toHaveAttribute('aria-invalid', 'true')
    await stop(page, 'empty-fields')
    await page.getByLabel(localized('Email')).fill('nobody@example.com')
    await page.getByLabel(localizedExactly('Password')).fill('certainly-not-this-one')
    await page.getByRole('button', { name: localizedExactly('Log in') }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await stop(page, 'refused')
    await page.route('**/identity/**', (route) => route.abort())
    await page.goto('/login?next=/user')
    await expect(page.getByRole('button', { name: localized('Try again') })).toBeVisible()
    await stop(page, 'no-service')
  },
}

const signUp: Scene = {
  name: 'register',
  async walk(server, stop) {
    const page = await server.openAsVisitor()
    await page.goto('/register')
    await expect(page.getByRole('button', { name: localized('Sign up with Google') })).toBeVisible()
    await stop(page, 'open')
    await page.getByLabel(localized('Email')).fill('weak@example.com')
    await page.getByLabel(localizedExactly('Password')).fill('short')
    await page.getByRole('button', { name: localizedExactly('Sign up') }).click()
    await expect(page.getByText(localized('Error:'))).toBeVisible()
    await stop(page, 'refused')
  },
}

const recovery: Scene = {
  name: 'recovery',
  async walk(server, stop) {
    const person = await server.createUser('Rita')
    const page = await person.open()
    await page.goto('/user')
    const email = await page.getByLabel(localized('Email')).inputValue()
    await person.context.clearCookies()
    await page.goto('/recovery')
    await expect(page.getByLabel(localized('Email'))).toBeVisible()
    await stop(page, 'address')
    await page.getByLabel(localized('Email')).fill(email)
    await page.getByRole('button', { name: localized('Send code') }).click()
    await expect(page.getByLabel(localized('Code'))).toBeVisible()
    await stop(page, 'code')
    await page.getByLabel(localized('Code')).fill('000000')
    await page.getByRole('button', { name: localized('Continue') }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await stop(page, 'wrong-code')
    const [mail] = await mailsTo(page.request, email)
    await page.getByLabel(localized('Code')).fill(/\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '')
    await page.getByRole('button', { name: localized('Continue') }).click()
    await page.waitForURL('**/user**')
    await page.getByLabel(localizedExactly('New password')).fill(password)
    await page.getByLabel(localizedExactly('Re-enter password')).fill(`${password}!`)
    await page.getByRole('button', { name: localized('Change password') }).click()
    await expect(page.getByText(localized('Passwords do not match'))).toBeVisible()
    await stop(page, 'new-password')
  },
}

const publicPages: Scene = {
  name: 'open-pages',
  async walk(server, stop) {
    const page = await server.openAsVisitor()
    const paths = { pricing: '/pricing', hello: '/hello', error: '/error?id=unknown', 'not-found': '/no-such-page' }
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(path)
      await expect(page).toHaveTitle(/ - /)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await stop(page, name)
    }
    await page.route('**/identity/**', () => undefined)
    await page.goto('/projects')
    await expect(page.locator('[aria-busy=true]').first()).toBeAttached()
    await stop(page, 'who-is-it')
  },
}

const joining: Scene = {
  name: 'join',
  async walk({ ann, example, createUser, openAsVisitor }, stop) {
    const owner = await ann.open()
    await owner.goto('/projects')
    const { createInviteLink: invitation } = await ask<{ createInviteLink: { id: string; link: string } }>(
      owner,
      'mutation ($id: ID!) { createInviteLink(projectId: $id, role: "editor") { id link } }',
      { id: example.projectId },
    )
    const path = new URL(invitation.link).pathname
    const visitor = await openAsVisitor()
    await visitor.goto(path)
    await expect(visitor.getByRole('link', { name: localized('Sign up to join') })).toBeVisible()
    await stop(visitor, 'visitor')
    await visitor.getByRole('link', { name: localized('Sign up to join') }).click()
    await expect(visitor.getByText(localized('Create your account to open it'))).toBeVisible()
    await stop(visitor, 'sign-up')
    await visitor.goBack()
    await visitor.getByRole('link', { name: localized('Log in to join') }).click()
    await expect(visitor.getByText(localized('Log in to open it'))).toBeVisible()
    await stop(visitor, 'log-in')
    const person = await (await createUser('Jo')).open()
    await person.goto(path)
    await expect(person.getByRole('button', { name: localized('Join project') })).toBeVisible()
    await stop(person, 'person')
    await ask(owner, 'mutation ($id: ID!) { revokeInvitation(id: $id) }', { id: invitation.id })
    await person.getByRole('button', { name: localized('Join project') }).click()
    await expect(person.getByRole('heading', { name: localized('This invitation no longer works') })).toBeVisible()
    await stop(person, 'gone')
    await person.goto('/tree/00000000-0000-4000-8000-000000000000')
    await expect(person.getByRole('button', { name: localized('Ask for access') })).toBeVisible()
    await stop(person, 'no-project')
    await person.getByRole('button', { name: localized('Ask for access') }).click()
    await expect(person.getByText(localized('If the project exists'))).toBeVisible()
    await stop(person, 'asked-for-access')
  },
}

export const signInScenes: readonly Scene[] = [signIn, signUp, recovery, publicPages, joining]

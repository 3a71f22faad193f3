import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flowBody, inputNodeBody } from '../../testing/identity-stand-in.ts'
import { createSignInFixture, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { LoginPage } from './LoginPage.tsx'

const init = 'GET /self-service/login/browser'
let fixture: SignInFixture

beforeEach(async () => {
  fixture = await createSignInFixture()
  fixture.service.on(init, { status: 200, body: loginFlow() })
})
afterEach(() => fixture.service.close())

const nodes = [
  inputNodeBody('default', 'identifier', { value: '' }),
  inputNodeBody('password', 'password', { type: 'password' }),
]
const loginFlow = (parts: Parameters<typeof flowBody>[2] = {}) =>
  flowBody(fixture.service.base, 'login', { nodes, ...parts })
const open = () => fixture.open('/login', { '/login': LoginPage })

describe('introduction', () => {
  it('says to a stranger what this is and leads to the tour', async () => {
    open()
    const about = await screen.findByRole('region', { name: 'About Espalier' })
    expect(within(about).getAllByRole('listitem')).toHaveLength(3)
    expect(within(about).getByRole('link', { name: 'Try it without an account' }).getAttribute('href')).toBe('/hello')
  })

  it('is left out for a person who only confirms who they are', async () => {
    fixture.service.on(init, { status: 200, body: loginFlow({ extra: { refresh: true } }) })
    open()
    await screen.findByRole('heading', { name: "Confirm it's you" })
    expect(screen.queryByRole('region', { name: 'About Espalier' })).toBeNull()
  })
})

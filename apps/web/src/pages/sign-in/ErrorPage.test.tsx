import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSignInFixture, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { ErrorPage } from './ErrorPage.tsx'

let fixture: SignInFixture

beforeEach(async () => {
  fixture = await createSignInFixture()
})
afterEach(() => fixture.service.close())

const open = (path: string) => fixture.open(path, { '/error': ErrorPage })

it('shows the message of the error and the way back', async () => {
  const error = { code: 400, message: 'The state did not match', reason: 'Start over, please' }
  fixture.service.on('GET /self-service/errors', { status: 200, body: { id: 'e1', error } })
  open('/error?id=e1')
  expect(await screen.findByText('The state did not match')).toBeTruthy()
  expect(screen.getByText('Start over, please')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Try logging in again' }).getAttribute('href')).toBe('/login')
  expect(fixture.service.requests[0]?.query).toEqual({ id: 'e1' })
})

it.each(['/error', '/error?id=', '/error?id=unknown'])('shows a sentence for %s too', async (path) => {
  open(path)
  expect(await screen.findByText("We couldn't sign you in. Please try again.")).toBeTruthy()
})

it('reports that the identity service cannot be reached', async () => {
  await fixture.service.close()
  open('/error?id=e1')
  expect(await screen.findByText('The server cannot be reached. Check your connection and try again.')).toBeTruthy()
})

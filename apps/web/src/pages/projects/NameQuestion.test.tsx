import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isNewSignUp, rememberSignUp } from '../../api/session/pending-sign-in.ts'
import { auth } from '../../api/session/session.ts'
import { errorMessage, flowBody, inputNodeBody } from '../../testing/identity-stand-in.ts'
import { createSignInFixture, scriptSignedIn, type SignInFixture } from '../../testing/sign-in-page.tsx'
import { NameQuestion } from './NameQuestion.tsx'

const submit = 'POST /self-service/settings'
const onDone = vi.fn<() => void>()
let fixture: SignInFixture

beforeEach(async () => {
  onDone.mockReset()
  fixture = await createSignInFixture()
  scriptSignedIn(fixture.service)
  await auth.check()
  rememberSignUp()
  fixture.service.on('GET /self-service/settings/browser', { status: 200, body: flow() })
})
afterEach(() => fixture.service.close())

const nodes = [
  inputNodeBody('profile', 'traits.firstname', { value: '' }),
  inputNodeBody('profile', 'traits.lastname', { value: '' }),
  inputNodeBody('profile', 'traits.email', { type: 'email', value: 'ada@example.com' }),
]
const flow = (parts: Parameters<typeof flowBody>[2] = {}) =>
  flowBody(fixture.service.base, 'settings', { nodes, ...parts })
const saved = () => flow({ messages: [{ id: 1050001, text: 'Saved', type: 'success' }], extra: { state: 'success' } })

const Question = () => (
  <main id="main" tabIndex={-1}>
    <NameQuestion onDone={onDone} />
  </main>
)

function open() {
  return fixture.open('/projects', { '/projects': Question })
}

it('saves the name with the address that the account has', async () => {
  fixture.service.on(submit, { status: 200, body: saved() })
  const page = open()
  await page.fill('Your name', ' Ada  King Lovelace ')
  await page.user.click(screen.getByRole('button', { name: 'Add name' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(fixture.service.requestsTo(submit)[0]?.body).toMatchObject({
    'traits.firstname': 'Ada',
    'traits.lastname': 'King Lovelace',
    'traits.email': 'ada@example.com',
    method: 'profile',
  })
  expect(await screen.findByText('Welcome, Ada King Lovelace')).toBeTruthy()
  expect(isNewSignUp()).toBe(false)
  expect(document.activeElement?.id).toBe('main')
})

it('is skipped without a request and does not ask again', async () => {
  const page = open()
  await page.user.click(screen.getByRole('button', { name: 'Skip' }))
  expect(onDone).toHaveBeenCalledOnce()
  expect(isNewSignUp()).toBe(false)
  expect(fixture.service.requestsTo(submit)).toEqual([])
})

it('asks for a name before it saves an empty one', async () => {
  const page = open()
  await page.user.click(screen.getByRole('button', { name: 'Add name' }))
  expect(screen.getByText('Please enter your name, or skip this')).toBeTruthy()
  expect(fixture.service.requestsTo(submit)).toEqual([])
})

it('shows why a name was refused and keeps it in the field', async () => {
  const refused = [
    inputNodeBody('profile', 'traits.firstname', { value: 'A' }, [errorMessage(4000003, 'Too long')]),
    ...nodes.slice(1),
  ]
  fixture.service.on(submit, { status: 400, body: flow({ nodes: refused }) })
  const page = open()
  await page.fill('Your name', 'A')
  await page.user.click(screen.getByRole('button', { name: 'Add name' }))
  expect(await screen.findByText('Too long')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Your name').value).toBe('A')
  expect(onDone).not.toHaveBeenCalled()
})

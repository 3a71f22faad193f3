import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { browser } from '../../platform/navigation.ts'
import { createFakeApi, type OperationHandlers } from '../../testing/fake-api.ts'
import { resetPage, stubNetwork } from '../../testing/network.ts'
import { toastList, Toasts } from '../../ui/Toasts.tsx'
import { AccountData } from './AccountData.tsx'

const nothing = { dueAt: null as number | null, needsLogin: false, projectCount: 3, sharedProjects: [] as object[] }
const orchard = {
  id: 'orchard',
  title: 'Orchard',
  newOwnerId: null,
  people: [{ id: 'bob', email: 'bob@example.com' }],
}

function serve(deletion: object, more: OperationHandlers = {}, download = () => new Response('{}')) {
  const api = createFakeApi({
    answers: { AccountDeletion: () => ({ data: { accountDeletion: { ...nothing, ...deletion } } }), ...more },
  })
  stubNetwork({ '/graphql/': api.reply, '/account-data': download })
  return api
}

const section = () => within(screen.getByRole('region', { name: 'Delete my account' }))

beforeEach(() => {
  resetPage()
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => {
  toastList.closeAll()
  vi.restoreAllMocks()
})

it('asks what happens to each shared project before it requests the deletion', async () => {
  const dueAt = Date.parse('2030-01-08T12:00:00Z')
  const api = serve(
    { sharedProjects: [orchard] },
    {
      RequestAccountDeletion: () => ({ data: { requestAccountDeletion: { ...nothing, dueAt } } }),
      CancelAccountDeletion: () => ({ data: { cancelAccountDeletion: nothing } }),
    },
  )
  render(<AccountData />)
  await userEvent.click(await section().findByRole('button', { name: 'Delete my account' }))
  const choice = await section().findByLabelText('Project "Orchard"')
  expect(document.activeElement).toBe(choice)
  expect(section().getByText('3 projects will be deleted for good.')).toBeTruthy()
  await userEvent.click(section().getByRole('button', { name: 'Delete in 7 days' }))
  expect(section().getByText('Please choose what happens to this project')).toBeTruthy()
  expect(api.asked('RequestAccountDeletion')).toEqual([])
  await userEvent.selectOptions(choice, 'Hand over to bob@example.com')
  expect(section().getByText('2 projects will be deleted for good.')).toBeTruthy()
  await userEvent.click(section().getByRole('button', { name: 'Delete in 7 days' }))
  expect((await section().findByRole('status')).textContent).toMatch(/^Your account will be deleted on .*2030/u)
  expect(api.asked('RequestAccountDeletion')).toEqual([{ projects: [{ projectId: 'orchard', newOwnerId: 'bob' }] }])
  await userEvent.click(section().getByRole('button', { name: 'Cancel deletion' }))
  expect(await section().findByRole('button', { name: 'Delete my account' })).toBeTruthy()
})

it('sends the person to a fresh login and opens the form when they come back', async () => {
  const assign = vi.spyOn(browser, 'assign').mockImplementation(() => {})
  serve({ needsLogin: true })
  const { unmount } = render(<AccountData />)
  await userEvent.click(await section().findByRole('button', { name: 'Delete my account' }))
  await userEvent.click(await section().findByRole('button', { name: 'Log in again' }))
  const url = new URL(assign.mock.calls[0]?.[0] ?? '')
  expect(url.pathname).toBe('/identity/self-service/login/browser')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    refresh: 'true',
    return_to: `${window.location.origin}/user`,
  })
  unmount()
  serve({})
  render(<AccountData />)
  expect(await section().findByRole('button', { name: 'Delete in 7 days' })).toBeTruthy()
})

it('asks for a login when the session has become too old, and shows any other refusal', async () => {
  let code = 'CONFLICT'
  serve({}, { RequestAccountDeletion: () => ({ errors: [{ message: 'Not now', extensions: { code } }] }) })
  render(<AccountData />)
  await userEvent.click(await section().findByRole('button', { name: 'Delete my account' }))
  await userEvent.click(await section().findByRole('button', { name: 'Delete in 7 days' }))
  expect(await section().findByText('Not now')).toBeTruthy()
  code = 'FORBIDDEN'
  await userEvent.click(section().getByRole('button', { name: 'Delete in 7 days' }))
  expect(await section().findByRole('button', { name: 'Log in again' })).toBeTruthy()
})

it('saves the data of the person as a file, or says why not', async () => {
  let answer = new Response('{"account":null}')
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:data'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  serve({}, {}, () => answer)
  render(
    <>
      <AccountData />
      <Toasts />
    </>,
  )
  const button = within(screen.getByRole('region', { name: 'Download my data' })).getByRole('button')
  await userEvent.click(button)
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^espalier-[\d-]{10}\.json$/u)]))
  answer = Response.json({ error: { code: 'RATE_LIMITED', message: 'Too often' } }, { status: 429 })
  await userEvent.click(button)
  expect(await screen.findByText('Too often')).toBeTruthy()
  expect(saved).toHaveLength(1)
})

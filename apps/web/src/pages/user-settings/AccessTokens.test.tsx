import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFakeApi, type OperationHandlers } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage, stubNetwork } from '../../testing/network.ts'
import { toastList } from '../../ui/Toasts.tsx'
import { AccessTokens } from './AccessTokens.tsx'

const createToken = (id: string, more: object = {}) => ({
  id,
  name: `Robot ${id}`,
  role: 'reader',
  projectId: null as string | null,
  nodeId: null as string | null,
  prefix: 'esp_abcdef',
  createdAt: 0,
  expiresAt: null as number | null,
  lastUsedAt: null as number | null,
  ...more,
})

function serve(tokens: readonly ReturnType<typeof createToken>[], more: OperationHandlers = {}) {
  const api = createFakeApi({
    answers: {
      AccessTokens: () => ({ data: { accessTokens: tokens } }),
      CalendarProjects: () => ({ data: { projects: [{ id: 'pear', title: 'Pear' }] } }),
      CalendarProject: ({ id }) => ({ data: { project: id === 'pear' ? { id, title: 'Pear' } : null } }),
      CreateAccessToken: ({ data }) => ({
        data: { createAccessToken: { secret: 'esp_secret', token: createToken('new', data as object) } },
      }),
      RevokeAccessToken: () => ({ data: { revokeAccessToken: true } }),
      ...more,
    },
  })
  stubNetwork({ '/graphql/': api.reply })
  return api
}

beforeAll(polyfillDialogs)
beforeEach(() => resetPage())
afterEach(() => toastList.closeAll())

it('lists the tokens with what they may do, where, until when, and when they were used', async () => {
  const [expiresAt, lastUsedAt] = [Date.parse('2001-02-03T12:00:00Z'), Date.parse('2001-01-02T12:00:00Z')]
  serve([
    createToken('1'),
    createToken('2', { role: 'editor', projectId: 'pear', nodeId: 'twig', expiresAt, lastUsedAt }),
  ])
  render(<AccessTokens />)
  const section = within(screen.getByRole('region', { name: 'Access tokens' }))
  const [first, second] = await section.findAllByRole('listitem')
  expect(first?.textContent).toBe('Robot 1ReadAll projectsesp_abcdef…Never expiresNever usedRevoke')
  await waitFor(() =>
    expect(second?.textContent).toMatch(/^Robot 2Read and editPearOne branchesp_abcdef…Expired .*Last used/u),
  )
})

it('creates a token and shows its secret once', async () => {
  const api = serve([])
  render(<AccessTokens />)
  await userEvent.click(screen.getByRole('button', { name: 'New token' }))
  const name = screen.getByLabelText('Name')
  expect(document.activeElement).toBe(name)
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
  expect(screen.getByText('Please enter a name')).toBeTruthy()
  await userEvent.type(name, 'Gardener')
  await userEvent.selectOptions(screen.getByLabelText('The program may'), 'Read and edit')
  await userEvent.selectOptions(screen.getByLabelText('In'), await screen.findByRole('option', { name: 'Pear' }))
  await userEvent.selectOptions(screen.getByLabelText('Expires'), 'Never')
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
  const secret = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Secret of Gardener' })
  expect(secret.value).toBe('esp_secret')
  expect(document.activeElement).toBe(secret)
  expect(api.asked('CreateAccessToken')).toEqual([
    { data: { name: 'Gardener', role: 'editor', projectId: 'pear', nodeId: null, expiresAt: null } },
  ])
  expect(screen.getByRole('listitem').textContent).toMatch(/^Gardener/u)
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('button', { name: 'New token' })).toBeTruthy()
})

const toHit = (id: string, projectId: string) => ({
  project: { id: projectId, title: 'x' },
  node: { id, title: `<b>Twig</b> ${id}`, status: 'todo' },
  excerpt: '',
})

it('limits a token to a branch that is found by its words', async () => {
  const api = serve([], {
    Search: ({ text }) => ({
      data: { search: text === 'twi' ? [toHit('1', 'pear'), toHit('2', 'other'), toHit('1', 'pear')] : [] },
    }),
  })
  render(<AccessTokens />)
  await userEvent.click(screen.getByRole('button', { name: 'New token' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Gardener')
  expect(screen.queryByLabelText('Only this branch')).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('The program may'), 'Read and propose')
  await userEvent.selectOptions(screen.getByLabelText('In'), await screen.findByRole('option', { name: 'Pear' }))
  await userEvent.type(screen.getByLabelText('Only this branch'), 'none')
  expect(await screen.findByText('No node has these words.')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Only this branch'))
  await userEvent.type(screen.getByLabelText('Only this branch'), 'twi')
  const hits = within(await screen.findByRole('list', { name: 'Branches to choose from' }))
  expect(hits.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Twig 1'])
  await userEvent.click(hits.getByRole('button', { name: 'Twig 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
  await screen.findByRole('textbox', { name: 'Secret of Gardener' })
  expect(api.asked('CreateAccessToken')).toMatchObject([{ data: { role: 'proposer', projectId: 'pear', nodeId: '1' } }])
})

it('undoes the last hour of a token after a confirmation, and shows what stayed', async () => {
  const skipped = [{ projectId: 'pear', nodeId: '1', title: 'Twig', reason: '“Twig” has been renamed since.' }]
  const api = serve([createToken('1', { role: 'editor' }), createToken('2')], {
    UndoTokenHour: () => ({ data: { undoTokenHour: { undoneCount: 2, skipped } } }),
  })
  render(<AccessTokens />)
  const undo = await screen.findByRole('button', { name: 'Undo last hour of Robot 1' })
  expect(screen.queryByRole('button', { name: 'Undo last hour of Robot 2' })).toBeNull()
  for (const answer of ['Cancel', 'OK']) {
    expect(api.asked('UndoTokenHour')).toEqual([])
    await userEvent.click(undo)
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }))
  }
  expect(await screen.findByText('“Twig” has been renamed since.')).toBeTruthy()
  expect(api.asked('UndoTokenHour')).toEqual([{ id: '1' }])
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('“Twig” has been renamed since.')).toBeNull()
})

it('shows why a token could not be created, and keeps what was typed', async () => {
  const refusal = { message: 'You can have at most 50 access tokens.', extensions: { code: 'BAD_USER_INPUT' } }
  serve([], { CreateAccessToken: () => ({ errors: [refusal] }) })
  render(<AccessTokens />)
  await userEvent.click(screen.getByRole('button', { name: 'New token' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Gardener')
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }))
  expect(await screen.findByText(refusal.message)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Gardener')
})

async function revoke(answer: 'OK' | 'Cancel') {
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Robot 1' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }))
}

it('revokes a token only after a confirmation', async () => {
  const api = serve([createToken('1')])
  render(<AccessTokens />)
  await revoke('Cancel')
  expect(api.asked('RevokeAccessToken')).toEqual([])
  await revoke('OK')
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  expect(api.asked('RevokeAccessToken')).toEqual([{ id: '1' }])
})

it('still offers to undo what a revoked token changed', async () => {
  serve([createToken('1', { role: 'editor' })])
  render(<AccessTokens />)
  await revoke('OK')
  expect(await screen.findByText('Revoked')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Revoke Robot 1' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Undo last hour of Robot 1' })).toBeTruthy()
})

it('offers to load the tokens again', async () => {
  let isAway = true
  serve([], {
    AccessTokens: () =>
      isAway
        ? { errors: [{ message: 'Away', extensions: { code: 'INTERNAL' } }] }
        : { data: { accessTokens: [createToken('1')] } },
  })
  render(<AccessTokens />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  isAway = false
  await userEvent.click(again)
  expect(await screen.findByText('Robot 1')).toBeTruthy()
})

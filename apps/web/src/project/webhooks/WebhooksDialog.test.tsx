import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFakeApi, graphqlError, type OperationHandlers } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage, stubNetwork } from '../../testing/network.ts'
import { toastList } from '../../ui/Toasts.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { WebhooksDialog } from './WebhooksDialog.tsx'

const createHook = (id: string, more: object = {}) => ({
  id,
  url: `https://${id}.example/hook`,
  events: ['*'],
  isHealthy: true,
  lastStatus: null as number | null,
  lastAt: null as number | null,
  offReason: null as string | null,
  ...more,
})
const delivery = {
  id: 'd',
  type: 'node.updated',
  at: 0,
  state: 'pending',
  attempts: 3,
  status: null,
  problem: 'timeout',
  durationMs: 15_000,
  nextAt: 1,
}

function serve(webhooks: readonly ReturnType<typeof createHook>[], more: OperationHandlers = {}) {
  const api = createFakeApi({
    answers: {
      Webhooks: () => ({ data: { webhooks } }),
      CreateWebhook: ({ url, events }) => ({
        data: { createWebhook: { secret: 'whsec_secret', webhook: createHook('new', { url, events }) } },
      }),
      DeleteWebhook: () => ({ data: { deleteWebhook: true } }),
      TestWebhook: () => ({ data: { testWebhook: true } }),
      WebhookDeliveries: () => ({ data: { webhookDeliveries: [delivery] } }),
      ResendWebhookDelivery: () => ({ data: { resendWebhookDelivery: false } }),
      ...more,
    },
  })
  stubNetwork({ '/graphql/': api.reply })
  const workspace = openTestWorkspace({ root: {} })
  render(<WebhooksDialog workspace={workspace} />)
  return { api, projectId: workspace.client.projectId }
}

beforeAll(polyfillDialogs)
beforeEach(() => resetPage())
afterEach(() => toastList.closeAll())

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('lists webhooks with their state, and says why one is switched off', async () => {
  serve([
    createHook('new'),
    createHook('well', { events: ['node.created', 'node.updated'], lastStatus: 204, lastAt: 0 }),
    createHook('ill', { isHealthy: false, lastStatus: 500, lastAt: 0 }),
    createHook('off', { isHealthy: false, offReason: 'failed', lastAt: 0 }),
  ])
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^https:\/\/new\.example\/hookEverything that happensNothing sent yet/u),
    expect.stringMatching(/2 eventsAccepted /u),
    expect.stringMatching(/Refused with status 500/u),
    expect.stringMatching(/Switched off because nothing was accepted for a day/u),
  ])
})

it('creates a webhook for everything and shows its secret once', async () => {
  const { api, projectId } = serve([])
  await press('New webhook')
  const url = screen.getByLabelText('Address')
  expect(document.activeElement).toBe(url)
  await press('Create webhook')
  expect(screen.getByText('Please enter an address')).toBeTruthy()
  await userEvent.type(url, 'https://receiver.example/x')
  await press('Create webhook')
  const secret = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Signing secret' })
  expect(secret.value).toBe('whsec_secret')
  expect(document.activeElement).toBe(secret)
  expect(api.asked('CreateWebhook')).toEqual([{ projectId, url: 'https://receiver.example/x', events: ['*'] }])
  await press('Done')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('creates a webhook for chosen events', async () => {
  const { api } = serve([])
  await press('New webhook')
  await userEvent.type(screen.getByLabelText('Address'), 'https://receiver.example/x')
  await userEvent.click(screen.getByLabelText('Everything that happens'))
  await press('Create webhook')
  expect(screen.getByText('Please choose at least one event')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('A node is added'))
  await userEvent.click(screen.getByLabelText('Somebody comments'))
  await press('Create webhook')
  await screen.findByRole('textbox', { name: 'Signing secret' })
  expect(api.asked('CreateWebhook')).toMatchObject([{ events: ['node.created', 'comment.added'] }])
})

it('shows why a webhook was refused, and keeps what was typed', async () => {
  serve([], { CreateWebhook: () => graphqlError('BAD_USER_INPUT', 'The address must begin with https://') })
  await press('New webhook')
  await userEvent.type(screen.getByLabelText('Address'), 'http://x')
  await press('Create webhook')
  expect(await screen.findByText('The address must begin with https://')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('http://x')
})

it('sends a test and reads the state again', async () => {
  const { api } = serve([createHook('pear')])
  await press('Send test to pear.example')
  await waitFor(() => expect(api.asked('Webhooks')).toHaveLength(2))
  expect(api.asked('TestWebhook')).toEqual([{ id: 'pear' }])
})

it('shows the log and sends a delivery again', async () => {
  const { api } = serve([createHook('pear')])
  await press('Log of pear.example')
  const log = within(await screen.findByRole('list', { name: 'Log of pear.example' }))
  expect(log.getByRole('listitem').textContent).toMatch(/WaitingNo answer in time15000 ms3 attemptsSend again$/u)
  await userEvent.click(log.getByRole('button', { name: /^Send again: node\.updated, /u }))
  await waitFor(() => expect(api.asked('WebhookDeliveries')).toHaveLength(2))
  expect(api.asked('ResendWebhookDelivery')).toEqual([{ id: 'd' }])
})

async function remove(answer: 'OK' | 'Cancel') {
  await press('Delete the webhook to pear.example')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }))
}

it('deletes a webhook only after a confirmation', async () => {
  const { api } = serve([createHook('pear')])
  await remove('Cancel')
  expect(api.asked('DeleteWebhook')).toEqual([])
  await remove('OK')
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  expect(api.asked('DeleteWebhook')).toEqual([{ id: 'pear' }])
})

it('offers to load the webhooks again', async () => {
  let isAway = true
  serve([], {
    Webhooks: () => (isAway ? graphqlError('INTERNAL', 'Away') : { data: { webhooks: [createHook('pear')] } }),
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  isAway = false
  await userEvent.click(again)
  expect(await screen.findByText('https://pear.example/hook')).toBeTruthy()
})

import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFakeApi, type OperationHandlers } from '../testing/fake-api.ts'
import { polyfillDialogs } from '../testing/jsdom-polyfills.ts'
import { resetPage, stubNetwork } from '../testing/network.ts'
import { toastList } from '../ui/Toasts.tsx'
import { CalendarSection, ProjectCalendar } from './CalendarAddresses.tsx'

interface Feed {
  readonly id: string
  readonly projectId: string | null
  readonly url: string
  readonly createdAt: number
}

const createFeed = (id: string, projectId: string | null, url = `http://localhost:3000/calendar/${id}.ics`): Feed => ({
  id,
  projectId,
  url,
  createdAt: Date.parse('2026-11-17T12:00:00Z'),
})

function serve(feeds: readonly Feed[], more: OperationHandlers = {}) {
  let stored = feeds
  const api = createFakeApi({
    answers: {
      CalendarFeeds: () => ({ data: { calendarFeeds: stored } }),
      CalendarProjects: () => ({ data: { projects: [{ id: 'pear', title: 'Pear' }] } }),
      CalendarProject: ({ id }) => ({ data: { project: id === 'pear' ? { id, title: 'Pear' } : null } }),
      CreateCalendarFeed: ({ projectId }) => {
        const feed = createFeed(`new-${stored.length}`, projectId as string | null)
        stored = [...stored, feed]
        return { data: { createCalendarFeed: feed } }
      },
      RevokeCalendarFeed: ({ id }) => {
        stored = stored.filter((feed) => feed.id !== id)
        return { data: { revokeCalendarFeed: true } }
      },
      ...more,
    },
  })
  stubNetwork({ '/graphql/': api.reply })
  return { api, stored: () => stored.map(({ id }) => id) }
}

beforeAll(polyfillDialogs)
beforeEach(() => resetPage())
afterEach(() => toastList.closeAll())

it('lists all addresses with what they show, and warns that everybody with an address can read it', async () => {
  serve([createFeed('own', null), createFeed('of-pear', 'pear'), createFeed('lost', 'gone', '')])
  render(<CalendarSection />)
  const section = within(screen.getByRole('region', { name: 'Calendar' }))
  expect(section.getByText(/^Everybody who has an address can read/u)).toBeTruthy()
  const own = await section.findByRole<HTMLInputElement>('textbox', { name: 'Calendar address: My work' })
  expect(own.value).toBe('http://localhost:3000/calendar/own.ics')
  expect(await section.findByRole('textbox', { name: 'Calendar address: Pear' })).toBeTruthy()
  expect(section.getByText(/^This address cannot be shown any more/u)).toBeTruthy()
  expect(await section.findByText('A project that you cannot open any more')).toBeTruthy()
})

it('creates an address for the own work or a chosen project', async () => {
  const { api } = serve([])
  render(<CalendarSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'New address' }))
  await screen.findByRole('textbox', { name: 'Calendar address: My work' })
  await userEvent.selectOptions(screen.getByLabelText('Dates of'), await screen.findByRole('option', { name: 'Pear' }))
  await userEvent.click(screen.getByRole('button', { name: 'New address' }))
  await screen.findByRole('textbox', { name: 'Calendar address: Pear' })
  expect(api.asked('CreateCalendarFeed')).toEqual([{ projectId: null }, { projectId: 'pear' }])
})

async function revoke(answer: 'OK' | 'Cancel') {
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke address: My work' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }))
}

it('revokes an address only after a confirmation', async () => {
  const { stored } = serve([createFeed('own', null)])
  render(<CalendarSection />)
  await revoke('Cancel')
  expect(stored()).toEqual(['own'])
  await revoke('OK')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Calendar addresses' })).toBeNull())
  expect(stored()).toEqual([])
})

it('shows only the addresses of the project in its dialog, and reads them only when it is opened', async () => {
  const { api } = serve([createFeed('own', null), createFeed('of-pear', 'pear')])
  render(<ProjectCalendar projectId="pear" />)
  expect(api.asked('CalendarFeeds')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Calendar address' }))
  expect(await screen.findByRole('textbox', { name: 'Calendar address: Pear' })).toBeTruthy()
  expect(screen.getAllByRole('textbox')).toHaveLength(1)
})

it('offers to try again when the addresses could not be loaded', async () => {
  let isAway = true
  serve([], {
    CalendarFeeds: () =>
      isAway
        ? { data: null, errors: [{ message: 'no', extensions: { code: 'INTERNAL' } }] }
        : { data: { calendarFeeds: [] } },
  })
  render(<CalendarSection />)
  await screen.findByText('The addresses could not be loaded.')
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'New address' })).toBeTruthy()
})

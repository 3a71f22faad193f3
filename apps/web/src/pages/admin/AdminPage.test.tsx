import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { hostilePayloads } from '@espalier/domain/testing'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFakeApi, graphqlError, type OperationHandlers } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage, signedInReply, signedOutReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { toastList } from '../../ui/Toasts.tsx'

const figures = {
  people: 3,
  pending: 1,
  deactivated: 0,
  projects: 12,
  deletedProjects: 1,
  nodes: 4321,
  databaseBytes: 25_000_000,
  sockets: 2,
  jobsWaiting: 0,
  jobsFailed: 1,
  mailsWaiting: 0,
  mailsFailed: 0,
  oldestJobMs: 0,
  sendsMail: false,
}
const aPerson = (id: string, more: object = {}) => ({
  id,
  email: `${id}@example.com`,
  firstname: id,
  lastname: null as string | null,
  status: 'active',
  isEmailProven: true,
  isAdmin: false,
  createdAt: 0,
  sessionCount: 2,
  ...more,
})
const anEntry = (id: string, more: object = {}) => ({
  id,
  at: 0,
  action: 'sign-in',
  personId: 'bea',
  email: 'bea@example.com',
  address: '192.0.2.7',
  tokenName: null as string | null,
  projectId: null as string | null,
  subjectId: null as string | null,
  subjectEmail: null as string | null,
  details: {},
  ...more,
})

function openAdmin(path: string, answers: OperationHandlers = {}, isSignedIn = true) {
  const api = createFakeApi({
    answers: {
      AdminFigures: () => ({ data: { adminFigures: figures } }),
      AdminPeople: ({ search }) => {
        const people = [aPerson('ann', { status: 'pending', sessionCount: 0 }), aPerson('bea')]
        const found = people.filter(({ email }) => email.includes(String(search ?? '')))
        return { data: { adminPeople: { total: found.length, next: null, people: found } } }
      },
      ApprovePerson: () => ({ data: { approvePerson: aPerson('ann') } }),
      SetPersonActive: ({ isActive }) => ({
        data: {
          setPersonActive: aPerson('bea', { status: isActive === true ? 'active' : 'deactivated', sessionCount: 0 }),
        },
      }),
      AuditLog: () => ({
        data: { auditLog: { next: null, days: 365, actions: ['sign-in', 'brand-new'], entries: [anEntry('1')] } },
      }),
      AdminInvitations: () => ({ data: { adminInvitations: { total: 0, next: null, invitations: [] } } }),
      SendTestMail: () => ({ data: { sendTestMail: true } }),
      ...answers,
    },
  })
  stubNetwork({ [whoamiPath]: isSignedIn ? signedInReply('active') : signedOutReply, '/graphql/': api.reply })
  return { api, page: renderApp(path) }
}

beforeAll(polyfillDialogs)
beforeEach(() => resetPage())
afterEach(() => toastList.closeAll())

/** Every payload is there word for word, and none has become an element or an attribute that does something. */
function expectPlainText(list: HTMLElement): void {
  const elements = [...list.querySelectorAll('*')]
  const ownNames = new Set(['LI', 'DIV', 'SPAN', 'STRONG', 'BUTTON', 'TIME', 'DL', 'DT', 'DD', 'svg', 'circle'])
  expect(elements.map(({ tagName }) => tagName).filter((name) => !ownNames.has(name))).toEqual([])
  const names = new Set(elements.flatMap((element) => element.getAttributeNames()))
  expect([...names].filter((name) => /^on|href|src|action/iu.test(name))).toEqual([])
  for (const payload of hostilePayloads) expect(list.textContent).toContain(payload)
}

const hidden = () => graphqlError('NOT_FOUND', 'Not Found')

it.each([true, false])('does not exist for people who are not operators (signed in: %s)', async (isSignedIn) => {
  openAdmin('/admin', { AdminFigures: hidden, AdminPeople: hidden }, isSignedIn)
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Administration' })).toBeNull()
})

it('lists people, approves one who waits, and deactivates another after a question', async () => {
  const { api } = openAdmin('/admin')
  const list = await screen.findByRole('list', { name: 'People' })
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toContain('Waiting')
  await userEvent.click(screen.getByRole('button', { name: 'Approve ann@example.com' }))
  await waitFor(() => expect(first?.textContent).toContain('Active'))
  expect(api.asked('ApprovePerson')).toEqual([{ personId: 'ann' }])
  await userEvent.click(screen.getByRole('button', { name: 'Actions for bea@example.com' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  expect(api.asked('SetPersonActive')).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(() => expect(second?.textContent).toContain('Deactivated'))
  expect(api.asked('SetPersonActive')).toEqual([{ personId: 'bea', isActive: false }])
})

it('says that people are managed elsewhere with an external identity service', async () => {
  openAdmin('/admin', { AdminFigures: () => ({ data: { adminFigures: { ...figures, people: null } } }) })
  expect(await screen.findByText('People are managed in the identity service that this server uses.')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'People' })).toBeNull()
})

it('searches people once the typing pauses', async () => {
  const { api } = openAdmin('/admin')
  await screen.findByRole('list', { name: 'People' })
  await userEvent.type(screen.getByRole('searchbox', { name: /^Search by name/u }), 'bea')
  await waitFor(() => {
    const list = screen.getByRole('list', { name: 'People' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  })
  expect(api.asked('AdminPeople').at(-1)).toEqual({ search: 'bea', offset: 0 })
})

it('filters the audit log by person and action, and offers the same entries as files', async () => {
  const { api } = openAdmin('/admin?section=audit&person=bea%40example.com')
  const list = await screen.findByRole('list', { name: 'Audit log' })
  expect(list.textContent).toContain('Logged in')
  expect(list.textContent).toContain('from 192.0.2.7')
  await userEvent.selectOptions(screen.getByLabelText('Action'), 'brand-new')
  await waitFor(() =>
    expect(api.asked('AuditLog').at(-1)).toEqual({
      before: null,
      filter: { person: 'bea@example.com', action: 'brand-new', projectId: null, since: null, until: null },
    }),
  )
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Download CSV' }).href).toContain(
    '/audit-log.csv?person=bea%40example.com&action=brand-new',
  )
})

it('shows the figures, marks what failed, and sends a test email', async () => {
  const { api } = openAdmin('/admin?section=system')
  const failed = await screen.findByText('Failed jobs')
  expect(failed.parentElement?.hasAttribute('data-trouble')).toBe(true)
  expect(screen.getByText('25 MB')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send a test email to me' }))
  await waitFor(() => expect(api.asked('SendTestMail')).toHaveLength(1))
})

it('shows names, token names, addresses and details as text, however hostile they are', async () => {
  const people = hostilePayloads.map((text, index) =>
    aPerson(`p${index}`, { firstname: text, lastname: text, email: text }),
  )
  openAdmin('/admin', { AdminPeople: () => ({ data: { adminPeople: { total: people.length, next: null, people } } }) })
  const list = await screen.findByRole('list', { name: 'People' })
  expectPlainText(list)
})

it('shows hostile texts of the audit log as text', async () => {
  const entries = hostilePayloads.map((text, index) =>
    anEntry(String(index), {
      action: text,
      email: text,
      address: text,
      tokenName: text,
      subjectId: text,
      details: { [text]: text },
    }),
  )
  openAdmin('/admin?section=audit', {
    AuditLog: () => ({ data: { auditLog: { next: null, days: 30, actions: [], entries } } }),
  })
  const list = await screen.findByRole('list', { name: 'Audit log' })
  expectPlainText(list)
})

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inbox, joinPages, type Notification } from '../../api/inbox-list.ts'
import { unreadCount } from '../../api/unread-count.ts'
import { createFakeApi, graphqlError, type OperationHandlers } from '../../testing/fake-api.ts'
import { liveSockets } from '../../testing/live-sockets.ts'
import { resetPage, signedInReply, signedOutReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { toastList } from '../../ui/Toasts.tsx'

const bea = { id: 'bea', email: 'bea@example.com', picture: 'http://localhost:3000/avatar/bea' }

const aNotification = (id: string, more: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'commented',
  at: Date.now(),
  isRead: false,
  by: bea,
  projectId: 'garden',
  nodeId: 'beds',
  commentId: `comment-${id}`,
  text: `bea@example.com commented: ${id}`,
  projectTitle: 'Garden',
  nodeTitle: 'Beds',
  ...more,
})

const pageSize = 3

/** A server with these notifications, three to a page. */
function openPage(stored: readonly Notification[], answers: OperationHandlers = {}) {
  let items = stored
  const countUnread = () => items.filter(({ isRead }) => !isRead).length
  const api = createFakeApi({
    answers: {
      Notifications: ({ before }) => {
        const start = Number(before ?? 0)
        const next = start + pageSize < items.length ? String(start + pageSize) : null
        const notifications = items.slice(start, start + pageSize)
        return { data: { notifications: { notifications, next, unreadCount: countUnread() } } }
      },
      UnreadCount: () => ({ data: { notifications: { unreadCount: countUnread() } } }),
      MarkNotificationsRead: ({ ids, all }) => {
        const isMeant = ({ id }: Notification) => all === true || (ids as readonly string[]).includes(id)
        items = items.map((one) => (isMeant(one) ? { ...one, isRead: true } : one))
        return { data: { markNotificationsRead: 1 } }
      },
      ...answers,
    },
  })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
  const page = renderApp('/inbox')
  return { api, page, put: (more: readonly Notification[]) => (items = more) }
}

const findList = () => screen.findByRole('list', { name: 'Inbox' })
const shownIds = () =>
  [...document.querySelectorAll('[data-notification-id]')].map((one) => one.getAttribute('data-notification-id'))
const unreadIds = () =>
  [...document.querySelectorAll('[data-unread]')].map((one) => one.getAttribute('data-notification-id'))

// The tab has one socket for its whole life.
const sockets = liveSockets()

beforeEach(() => {
  vi.stubGlobal('WebSocket', sockets.Socket)
  resetPage()
  inbox.clear()
})
afterEach(() => act(() => toastList.closeAll()))

describe('page "Inbox"', () => {
  it('groups notifications by node, the latest first, and leads to the comment', async () => {
    openPage([aNotification('1'), aNotification('2', { nodeId: 'gate', nodeTitle: 'Gate' }), aNotification('3')])
    const list = await findList()
    const headings = within(list).getAllByRole('heading', { level: 2 })
    expect(headings.map((heading) => heading.getAttribute('aria-label'))).toEqual([
      'Beds, Garden, 2 unread',
      'Gate, Garden, 1 unread',
    ])
    expect(shownIds()).toEqual(['1', '3', '2'])
    const link = within(list).getByRole('link', { name: /commented: 2/u })
    expect(link.getAttribute('href')).toContain('/tree/garden#node=gate&comment=comment-2')
    expect(document.title).toBe('Inbox - Espalier')
  })

  it('moves by arrow keys, marks as read by Space and opens by Enter', async () => {
    const { api, page } = openPage([aNotification('1'), aNotification('2', { commentId: null })])
    await findList()
    await userEvent.keyboard('{ArrowDown} ')
    expect(unreadIds()).toEqual(['2'])
    expect(unreadCount.get()).toBe(1)
    await waitFor(() => expect(api.asked('MarkNotificationsRead')).toEqual([{ ids: ['1'] }]))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(page.here()).toBe('/tree/garden#node=beds'))
    await waitFor(() => expect(api.asked('MarkNotificationsRead')).toHaveLength(2))
  })

  it('marks all as read, also those that are not loaded', async () => {
    const { api } = openPage(['1', '2', '3', '4'].map((id) => aNotification(id)))
    await findList()
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
    expect(unreadIds()).toEqual([])
    await waitFor(() => expect(api.asked('MarkNotificationsRead')).toEqual([{ all: true }]))
    expect(unreadCount.get()).toBe(0)
  })

  it('shows as unread again what the server refuses to mark', async () => {
    openPage([aNotification('1')], { MarkNotificationsRead: () => graphqlError('INTERNAL', 'Something went wrong') })
    await findList()
    await userEvent.click(screen.getByRole('button', { name: /^Mark as read/u }))
    await waitFor(() => expect(toastList.get()).not.toEqual([]))
    expect(unreadIds()).toEqual(['1'])
    expect(unreadCount.get()).toBe(1)
  })

  it('loads the next page on demand', async () => {
    openPage(['1', '2', '3', '4', '5'].map((id) => aNotification(id)))
    await findList()
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(shownIds()).toEqual(['1', '2', '3', '4', '5']))
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('counts unread notifications in the top bar, and follows new ones', async () => {
    const { put } = openPage([aNotification('1')])
    await findList()
    await screen.findByRole('button', { name: 'Inbox, 1 unread' })
    await waitFor(() => expect(sockets.listening()).toContain('notificationAdded'), { timeout: 5_000 })
    put([aNotification('2'), aNotification('1')])
    sockets.publish('notificationAdded', { id: '2' }, {})
    await screen.findByRole('button', { name: 'Inbox, 2 unread' })
    await waitFor(() => expect(shownIds()).toEqual(['2', '1']))
  })

  it('leads to the login when its session has ended elsewhere, and not when the connection is lost', async () => {
    const { page } = openPage([aNotification('1')])
    await findList()
    await waitFor(() => expect(sockets.listening()).toContain('notificationAdded'), { timeout: 5_000 })
    const network = stubNetwork({ [whoamiPath]: signedOutReply })
    sockets.cut()
    await waitFor(() => expect(sockets.listening()).toContain('notificationAdded'), { timeout: 5_000 })
    expect(network.to(whoamiPath)).toEqual([])
    sockets.cut(4401)
    await waitFor(() => expect(page.here()).toBe('/login'))
  })

  it('says that nothing is new, and offers to try again when it could not be loaded', async () => {
    let isAway = true
    openPage([], {
      Notifications: () =>
        isAway
          ? graphqlError('INTERNAL', 'Something went wrong')
          : { data: { notifications: { notifications: [], next: null, unreadCount: 0 } } },
    })
    await screen.findByRole('heading', { name: 'Your inbox could not be loaded' })
    isAway = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'Nothing new' })
    expect(inbox.get().kind).toBe('loaded')
  })
})

const createPage = (ids: readonly string[], next: string | null) => ({
  items: ids.map((id) => aNotification(id)),
  next,
})
const ids = (state: ReturnType<typeof joinPages>) => ('items' in state ? state.items.map(({ id }) => id) : [])

describe('pages of the inbox that are read again', () => {
  it('keeps older ones behind the first page', () => {
    expect(ids(joinPages(createPage(['5', '4', '3'], '3'), createPage(['4', '3', '2', '1'], null)))).toEqual([
      '5',
      '4',
      '3',
      '2',
      '1',
    ])
  })

  it('drops older ones if some are missing in between', () => {
    const joined = joinPages(createPage(['9', '8', '7'], '7'), createPage(['4', '3'], null))
    expect(ids(joined)).toEqual(['9', '8', '7'])
    expect(joined).toMatchObject({ next: '7' })
  })
})

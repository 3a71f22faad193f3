import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { myWork } from '../../api/my-work.ts'
import { clock } from '../../platform/timing.ts'
import { createFakeApi, graphqlError, type OperationHandlers } from '../../testing/fake-api.ts'
import { liveSockets } from '../../testing/live-sockets.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { toastList } from '../../ui/Toasts.tsx'

interface Work {
  readonly title: string
  readonly dueDate?: string | null
  readonly goals?: readonly (readonly string[])[]
  readonly project?: string
  readonly status?: string
  readonly state?: string
  readonly priority?: string
}

const toItem = ({ title, dueDate = null, goals = [[title]], project = 'Garden', ...rest }: Work) => ({
  node: {
    id: title.toLowerCase(),
    title,
    status: rest.status ?? 'todo',
    stageId: null,
    dueDate,
    priority: rest.priority ?? 'none',
  },
  project: { id: project.toLowerCase(), title: project },
  goals,
  state: rest.state ?? 'ready',
})

/** A server that lists this work, ten to a page, and forgets what is done. */
function openPage(work: readonly Work[], answers: OperationHandlers = {}, address = '/my-work', status = 'active') {
  let items = work.map(toItem)
  const all = items
  const pageSize = 10
  const api = createFakeApi({
    answers: {
      MyWork: ({ after }) => {
        const start = Number(after ?? 0)
        const next = start + pageSize < items.length ? String(start + pageSize) : null
        return { data: { myWork: { items: items.slice(start, start + pageSize), next } } }
      },
      SetWorkStatus: ({ id, data }) => {
        const isDone = (data as { status: string }).status === 'done'
        items = all.filter((item) => (item.node.id === id ? !isDone : items.includes(item)))
        return { data: { updateNode: { id } } }
      },
      ...answers,
    },
  })
  stubNetwork({ [whoamiPath]: signedInReply(status), '/graphql/': api.reply })
  const page = renderApp(address)
  return { api, page, put: (more: readonly Work[]) => (items = more.map(toItem)) }
}

const row = (id: string) => document.querySelector<HTMLElement>(`[data-node-id="${id}"]`)
const shownIds = () => [...document.querySelectorAll<HTMLElement>('[data-node-id]')].map((one) => one.dataset['nodeId'])
const findList = () => screen.findByRole('list', { name: 'My work' })

let sockets: ReturnType<typeof liveSockets>

beforeEach(() => {
  sockets = liveSockets()
  vi.stubGlobal('WebSocket', sockets.Socket)
  resetPage()
  myWork.clear()
  // A Tuesday at noon everywhere in Europe and America.
  vi.spyOn(clock, 'now').mockReturnValue(Date.parse('2026-11-17T12:00:00Z'))
})
afterEach(() => {
  act(() => toastList.closeAll())
  vi.restoreAllMocks()
})

const week: readonly Work[] = [
  { title: 'Late', dueDate: '2026-11-01', priority: 'urgent', status: 'progress' },
  {
    title: 'Now',
    dueDate: '2026-11-17',
    goals: [
      ['Open the café', 'Kitchen', 'Now'],
      ['Save money', 'Now'],
    ],
  },
  { title: 'Soon', dueDate: '2026-11-20', project: 'Orchard', state: 'waiting' },
  { title: 'Far', dueDate: '2027-02-01' },
  { title: '<b>Some</b> day' },
]

describe('page "My work"', () => {
  it('groups everything by when it is due, each with its project and all of its goals', async () => {
    openPage(week)
    const list = await findList()
    expect(screen.getByRole('heading', { level: 1, name: 'My work' })).toBeTruthy()
    const headings = within(list).getAllByRole('heading', { level: 2 })
    expect(headings.map((heading) => heading.getAttribute('aria-label'))).toEqual([
      'Overdue, 1',
      'Today, 1',
      'This week, 1',
      'Later, 1',
      'No date, 1',
    ])
    expect(shownIds()).toEqual(['late', 'now', 'soon', 'far', '<b>some</b> day'])
    const places = within(row('now') as HTMLElement).getAllByRole('listitem')
    expect(places.map((place) => place.textContent)).toEqual(['Garden', 'Open the caféKitchen', 'Save money'])
    expect(within(row('late') as HTMLElement).getByText('Urgent')).toBeTruthy()
    expect(within(row('soon') as HTMLElement).getByText('Waits for its children')).toBeTruthy()
    expect(within(list).getByRole('link', { name: 'Some day' }).getAttribute('href')).toContain('/tree/garden#node=')
    expect(document.title).toBe('My work - Espalier')
  })

  it('groups by project if asked for, without repeating the project', async () => {
    const { page } = openPage(week)
    await findList()
    await userEvent.click(screen.getByRole('link', { name: 'Project' }))
    const headings = await screen.findAllByRole('heading', { level: 2 })
    expect(headings.map((heading) => heading.getAttribute('aria-label'))).toEqual(['Garden, 4', 'Orchard, 1'])
    expect(page.here()).toBe('/my-work#by=project')
    expect(within(row('now') as HTMLElement).queryByText('Garden')).toBeNull()
  })

  it('moves by arrow keys, marks as done by Space and opens the node by Enter', async () => {
    const { api, page } = openPage(week)
    await findList()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Late')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(document.activeElement?.textContent).toBe('Now')
    await userEvent.keyboard(' ')
    expect(row('now')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Soon')
    await waitFor(() => expect(api.asked('SetWorkStatus')).toEqual([{ id: 'now', data: { status: 'done' } }]))
    await userEvent.keyboard('{End}{ArrowDown}{Home}{Enter}')
    await waitFor(() => expect(page.here()).toBe('/tree/garden#node=late'))
  })

  it('undoes by the toast and by Ctrl+Z, the last one first, and focuses what came back', async () => {
    const { api } = openPage(week)
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as done: Late' }))
    await userEvent.click(screen.getByRole('button', { name: 'Mark as done: Now' }))
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(shownIds()[0]).toBe('now')
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(shownIds().slice(0, 2)).toEqual(['late', 'now'])
    expect(document.activeElement?.textContent).toBe('Late')
    await waitFor(() => expect(api.asked('SetWorkStatus')).toHaveLength(4))
    expect(api.asked('SetWorkStatus').at(-1)).toEqual({ id: 'late', data: { status: 'progress', stageId: null } })
  })

  it('shows an item again that the person may not change, and says why', async () => {
    openPage(week, { SetWorkStatus: () => graphqlError('FORBIDDEN', 'no') })
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as done: Late' }))
    await screen.findByText(/You can view “Garden” but not change it/u)
    expect(row('late')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('follows changes of others', async () => {
    const { put } = openPage(week)
    await findList()
    await waitFor(() => expect(sockets.listening()).toEqual(['myWorkChanged']))
    put([{ title: 'New' }, ...week])
    sockets.publish('myWorkChanged', 'garden', { seq: 1, clientId: null })
    await waitFor(() => expect(row('new')).toBeTruthy())
    put([])
    sockets.publish('myWorkChanged', 'garden', { seq: 2, clientId: null })
    await screen.findByRole('heading', { name: 'Nothing is assigned to you' })
  })

  it('loads the next page on demand', async () => {
    openPage(Array.from({ length: 14 }, (_, place) => ({ title: `n${place}` })))
    await findList()
    expect(shownIds()).toHaveLength(10)
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(shownIds()).toHaveLength(14))
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('offers to try again when it could not be loaded', async () => {
    let isAway = true
    openPage([], {
      MyWork: () =>
        isAway
          ? graphqlError('INTERNAL', 'Something went wrong')
          : { data: { myWork: { items: [toItem({ title: 'Late' })], next: null } } },
    })
    await screen.findByRole('heading', { name: 'Your work could not be loaded' })
    isAway = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(row('late')).toBeTruthy())
  })

  it('is only for people with product access', async () => {
    const { page } = openPage([], {}, '/my-work', 'pending')
    await waitFor(() => expect(page.here()).toBe('/pricing'))
  })
})

import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Comment } from '../../api/comments.ts'
import { liveConnection } from '../../api/graphql/live-connection.ts'
import { auth } from '../../api/session/session.ts'
import { adaId, createFakeApi, graphqlError, type OperationHandlers } from '../../testing/fake-api.ts'
import '../../testing/jsdom-polyfills.ts'
import { liveSockets } from '../../testing/live-sockets.ts'
import { MemoryRouter } from '../../testing/memory-router.tsx'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { toastList } from '../../ui/Toasts.tsx'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { CommentSection } from './CommentSection.tsx'

const bea = { id: 'bea', email: 'bea@example.com', picture: 'http://localhost:3000/avatar/bea' }
const ada = { id: adaId, email: 'ada@example.com', picture: `http://localhost:3000/avatar/${adaId}` }

const aComment = (id: string, more: Partial<Comment> = {}): Comment => ({
  id,
  nodeId: 'a',
  parentId: null,
  author: bea,
  body: `<p>${id}</p>`,
  createdAt: 1_000,
  editedAt: null,
  resolvedAt: null,
  isDeleted: false,
  reactions: [],
  ...more,
})

interface Opening {
  readonly stored?: readonly Comment[]
  readonly answers?: OperationHandlers
  readonly role?: 'owner' | 'viewer' | 'link'
  readonly viewersMayComment?: boolean
}

/** A server with these comments, and a page whose network can be cut. */
async function open({ stored = [], answers = {}, role = 'owner', viewersMayComment = false }: Opening = {}) {
  let comments = stored
  const network = { isAway: false, isSilent: false }
  const keys = [btoa('k'.repeat(32))]
  const change = (id: unknown, patch: Partial<Comment>) => {
    comments = comments.map((one) => (one.id === id ? { ...one, ...patch } : one))
    return comments.find((one) => one.id === id)
  }
  const api = createFakeApi({
    people: [ada, bea],
    answers: {
      DeviceKeys: () => ({ data: { account: { id: 'account-1', deviceKeys: keys } } }),
      Comments: () => ({ data: { comments } }),
      AddComment: ({ id, nodeId, parentId, body }) => {
        const added = aComment(String(id), {
          nodeId: String(nodeId),
          parentId: parentId as string | null,
          body: String(body),
          author: ada,
          createdAt: 9_000,
        })
        comments = [...comments.filter((one) => one.id !== id), added]
        return { data: { addComment: added } }
      },
      EditComment: ({ id, body }) => ({ data: { editComment: change(id, { body: String(body), editedAt: 9_000 }) } }),
      DeleteComment: ({ id }) => ({ data: { deleteComment: change(id, { isDeleted: true, body: '' }) !== undefined } }),
      ResolveThread: ({ id, isResolved }) => ({
        data: { resolveThread: change(id, { resolvedAt: isResolved === true ? 9_000 : null }) },
      }),
      ToggleReaction: ({ commentId, emoji }) => ({
        data: { toggleReaction: change(commentId, { reactions: [{ emoji: String(emoji), userIds: [adaId] }] }) },
      }),
      ...answers,
    },
  })
  stubNetwork({
    [whoamiPath]: signedInReply('active'),
    '/graphql/': (call) => {
      if (network.isAway) throw new TypeError('Failed to fetch')
      if (network.isSilent) return new Promise(() => undefined)
      return api.reply(call)
    },
  })
  await auth.check()
  const users = role === 'viewer' ? { [adaId]: 'viewer' as const } : { bea: 'editor' as const }
  const client = openTestProject([{ id: 'a', title: 'Beds' }], {
    canEdit: role === 'owner',
    project: {
      owner: role === 'owner' ? adaId : 'bea',
      sharing: { generalAccess: 'anyone', users: role === 'link' ? {} : users },
      viewersMayComment,
    },
  })
  const workspace = openTestWorkspace(client)
  const show = (address = '/tree/pear') =>
    render(
      <MemoryRouter initialEntries={[address]}>
        <CommentSection workspace={workspace} nodeId="a" />
      </MemoryRouter>,
    )
  const shown = show()
  return { api, network, workspace, client, shown, show, list: () => comments }
}

const feed = () => screen.findByRole('feed', { name: 'Comments' })
const textbox = (name = 'Write a comment') => screen.findByRole('textbox', { name })

/** Types in a way that the editor notices. */
async function write(text: string, name?: string): Promise<void> {
  const editor = await textbox(name)
  act(() => editor.focus())
  editor.querySelector('p')?.append(text)
  // The editor notices changes asynchronously, by a mutation observer.
  await act(async () => undefined)
}

// The tab has one socket for its whole life.
const sockets = liveSockets()

beforeEach(() => {
  vi.stubGlobal('WebSocket', sockets.Socket)
  window.localStorage.clear()
  resetPage()
})
afterEach(() => {
  act(() => toastList.closeAll())
  vi.unstubAllGlobals()
})

describe('comments of a node', () => {
  it('shows threads with their answers, and folds a resolved one', async () => {
    await open({
      stored: [
        aComment('first'),
        aComment('answer', { parentId: 'first', author: null, createdAt: 2_000 }),
        aComment('over', { resolvedAt: 5_000, createdAt: 3_000 }),
        aComment('gone', { isDeleted: true, body: '' }),
      ],
    })
    await screen.findByText('answer')
    const threads = within(await feed()).getAllByRole('article')
    expect(threads).toHaveLength(2)
    expect(within(threads[0] as HTMLElement).getByText('Former member')).toBeTruthy()
    expect(screen.queryByText('over')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /Show the resolved comment of bea@example.com/u }))
    expect(screen.getByText('over')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Reopen' }))
    expect(await screen.findAllByRole('button', { name: 'Resolve' })).toHaveLength(2)
  })

  it('sends what is written, and an answer to it, and empties the field', async () => {
    const { list } = await open()
    await write('Shall we?')
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
    await waitFor(() => expect(list()).toHaveLength(1))
    expect((await textbox()).textContent).toBe('')
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
    await write('Yes', 'Write a reply')
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }))
    await waitFor(() => expect(list().map(({ body }) => body)).toEqual(['<p>Shall we?</p>', '<p>Yes</p>']))
    expect(list()[1]?.parentId).toBe(list()[0]?.id)
  })

  it('shows what others write, and reads again what was missed while the connection was lost', async () => {
    await open({ stored: [aComment('first')] })
    await screen.findByText('first')
    await waitFor(() => expect(sockets.listening()).toEqual(['commentChanged']))
    sockets.publish('commentChanged', aComment('second', { createdAt: 2_000 }), {})
    await screen.findByText('second')
    sockets.publish('commentChanged', aComment('second', { createdAt: 2_000, body: '<p>changed</p>' }), {})
    await screen.findByText('changed')
    expect(screen.queryByText('second')).toBeNull()
  })

  it('mentions a person by an at sign', async () => {
    const { list } = await open()
    await write('Ask @be')
    const text = (await textbox()).querySelector('p')?.firstChild
    act(() => {
      window.getSelection()?.collapse(text ?? null, 'Ask @be'.length)
      document.dispatchEvent(new Event('selectionchange'))
    })
    const people = await screen.findByRole('listbox', { name: 'People to mention' })
    expect(within(people).getAllByRole('option')).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
    await waitFor(() =>
      expect(list().map(({ body }) => body)).toEqual(['<p>Ask <a data-user-id="bea">@bea@example.com</a> </p>']),
    )
  })

  it('edits, deletes and reacts, and takes back what the server refuses', async () => {
    const { list } = await open({
      stored: [aComment('mine', { author: ada })],
      answers: { ToggleReaction: () => graphqlError('FORBIDDEN', 'You may not react') },
    })
    await screen.findByText('mine')
    await userEvent.click(screen.getByRole('button', { name: 'Add a reaction' }))
    await userEvent.click(screen.getByRole('button', { name: 'React with 🎉' }))
    await waitFor(() =>
      expect(toastList.get().map(({ text }) => text)).toEqual(['The comment was not changed: You may not react']),
    )
    expect(screen.queryByRole('button', { name: /^🎉 by/u })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Comment menu' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    await write(' and yours', 'Edit comment')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(list()[0]?.body).toBe('<p>mine and yours</p>'))
    await screen.findByText('edited')
  })

  it('runs nothing that a comment contains', async () => {
    await open({
      stored: [aComment('first', { body: '<p>Hi<img src=x onerror="boom()"><script>boom()</script></p>' })],
    })
    await screen.findByText('Hi')
    expect((await feed()).innerHTML).not.toContain('boom')
  })
})

describe('comments without a connection', () => {
  it('waits on the device and is sent once when the connection is back', async () => {
    const { network, api, list } = await open()
    network.isAway = true
    await write('Later')
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
    await screen.findByText('Later')
    expect(Object.keys(window.localStorage).filter((name) => name.includes(':unsent:'))).toHaveLength(1)
    expect(Object.values(window.localStorage).join(' ')).not.toContain('Later')
    network.isAway = false
    act(() => liveConnection.tell(true))
    await waitFor(() => expect(list()).toHaveLength(1))
    act(() => liveConnection.tell(true))
    await waitFor(() =>
      expect(Object.keys(window.localStorage).filter((name) => name.includes(':unsent:'))).toEqual([]),
    )
    expect(api.asked('AddComment')).toHaveLength(1)
    expect(screen.getAllByText('Later')).toHaveLength(1)
  })

  it('is sent again when the server never answers', async () => {
    const { network, api, list } = await open()
    await write('Again')
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    network.isSilent = true
    act(() => screen.getByRole('button', { name: 'Comment' }).click())
    await screen.findByText('Again')
    network.isSilent = false
    await act(() => vi.advanceTimersByTimeAsync(19_000))
    expect(api.asked('AddComment')).toHaveLength(0)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    vi.useRealTimers()
    await waitFor(() => expect(list()).toHaveLength(1))
    expect(screen.getAllByText('Again')).toHaveLength(1)
  })

  it('keeps a begun comment when the panel is closed', async () => {
    const { shown, show } = await open()
    await write('Half a thought')
    shown.unmount()
    show()
    await waitFor(async () => expect((await textbox()).textContent).toBe('Half a thought'))
  })

  it('shows why a comment was refused, and lets the person send it again or drop it', async () => {
    let isRefused = true
    const { list } = await open({
      answers: {
        AddComment: () =>
          isRefused
            ? graphqlError('BAD_USER_INPUT', 'This person cannot be mentioned')
            : { data: { addComment: aComment('accepted', { author: ada }) } },
      },
    })
    await write('Hello')
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }))
    await screen.findByText('Not sent: This person cannot be mentioned')
    expect(screen.getByText('Hello')).toBeTruthy()
    isRefused = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('accepted')
    expect(list()).toEqual([])
  })
})

describe('rights to comment', () => {
  it('lets a viewer read and not write', async () => {
    await open({ role: 'viewer', stored: [aComment('first')] })
    await screen.findByText('first')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull()
    expect(screen.getByText(/You can read the comments/u)).toBeTruthy()
  })

  it('lets a viewer write where the project allows it', async () => {
    await open({ role: 'viewer', viewersMayComment: true })
    expect(await textbox()).toBeTruthy()
    expect(await screen.findByText(/No comments yet/u)).toBeTruthy()
  })

  it('shows no comments to a visitor by a link', async () => {
    const { api } = await open({ role: 'link', stored: [aComment('first')] })
    await act(async () => undefined)
    expect(screen.queryByRole('feed')).toBeNull()
    expect(api.asked('Comments')).toEqual([])
  })
})

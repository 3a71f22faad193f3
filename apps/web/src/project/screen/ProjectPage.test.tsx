import { aRecord } from '@espalier/sync/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { browser } from '../../platform/navigation.ts'
import {
  createFakeApi,
  createFakeProject,
  type FakeProject,
  graphqlError,
  type OperationHandlers,
} from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import {
  jsonResponse,
  resetPage,
  signedInReply,
  signedOutReply,
  stubNetwork,
  whoamiPath,
} from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const ada = { id: 'b1f5c7d2-0000-4000-8000-000000000001', email: 'ada@example.com' }
const bea = { id: 'bea', email: 'bea@example.com' }
const pear = createFakeProject({
  id: 'pear',
  title: 'Pear & quince',
  owner: ada.id,
  status: 'active',
  sharing: { generalAccess: 'restricted', users: {} },
  seq: 1,
})
const linked: FakeProject = { ...pear, owner: bea.id, sharing: { generalAccess: 'anyone', users: {} } }

const node = (id: string, title: string, parentIds: readonly string[] = [], more: object = {}) =>
  aRecord(id, parentIds, { projectId: 'pear', position: 0, title, ...more })

interface Setting {
  readonly project?: FakeProject | null
  readonly nodes?: readonly object[]
  readonly who?: ReturnType<typeof signedInReply>
  readonly answers?: OperationHandlers
}

function arrive({ project = pear, nodes = [], who = signedInReply('active'), answers = {} }: Setting = {}) {
  const api = createFakeApi({
    viewerId: ada.id,
    projects: project === null ? [] : [project],
    people: [ada, bea],
    nodes,
    answers,
  })
  const network = stubNetwork({ [whoamiPath]: who, '/graphql/': api.reply })
  return { api, network, page: renderApp('/tree/pear?a=1#node=2') }
}

/** Looking for a role takes so long in jsdom that React hardly gets to render in between: texts are found first. */
const heading = async (name: string) => {
  await screen.findAllByText(name)
  return screen.findByRole('heading', { level: 1, name })
}
const shareButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Share' })

beforeAll(polyfillDialogs)
beforeEach(() => resetPage())

describe('own project', () => {
  it('shows the nodes as a tree by level, status and name', async () => {
    const nodes = [
      node('c', '<b>Third</b>', ['a', 'b'], { status: 'done', position: 2 }),
      node('a', 'First'),
      node('b', 'Second <script>alert(1)</script>', ['a'], { status: 'progress', body: '<p>How so</p>', position: 1 }),
    ]
    arrive({ nodes })
    await heading('Pear & quince')
    await waitFor(() => expect(document.title).toBe('Pear & quince - Espalier'))
    const tree = within(screen.getByRole('tree', { name: 'Pear & quince' }))
    await waitFor(() => expect(tree.getAllByRole('treeitem')).toHaveLength(3))
    const items = tree
      .getAllByRole('treeitem')
      .map((item) => ['aria-level', 'data-status', 'aria-label'].map((name) => item.getAttribute(name)).join(' '))
    expect(items).toEqual(['1 todo First', '2 progress Second', '2 done Third'])
    expect(document.querySelector('main script')).toBeNull()
  })

  it('offers to create the first node', async () => {
    arrive()
    await heading('Pear & quince')
    await screen.findByRole('button', { name: 'Create node' })
    expect(within(screen.getByRole('tree')).queryByRole('button')).toBeNull()
  })

  it('selects the node named by its address', async () => {
    arrive({ nodes: [node('1', 'First'), node('2', 'Second', ['1'])] })
    const item = await screen.findByRole('treeitem', { name: 'Second' })
    await waitFor(() => expect(item.getAttribute('aria-selected')).toBe('true'))
  })

  it('marks a project in Trash and offers Undelete', async () => {
    arrive({ project: { ...pear, status: 'deleted' } })
    expect(await screen.findByText('This project is in Trash.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Undelete' })).toBeTruthy()
  })

  it('opens the share dialog and updates its icon', async () => {
    const { api } = arrive()
    await heading('Pear & quince')
    await waitFor(() => expect(shareButton().disabled).toBe(false))
    expect(shareButton().getAttribute('aria-description')).toBe('Not shared')
    await userEvent.click(shareButton())
    const dialog = await screen.findByRole('dialog', { name: 'Share Pear & quince' })
    await userEvent.selectOptions(within(dialog).getByLabelText('General access'), 'Anyone with the link')
    await waitFor(() => expect(api.get('pear')?.sharing.generalAccess).toBe('anyone'))
    await waitFor(() => expect(shareButton().getAttribute('aria-description')).toBe('Anyone with the link can view'))
    expect(shareButton().dataset['tooltip']).toBe('Anyone with the link can view')
    expect(shareButton().querySelector('.lucide-globe')).toBeTruthy()
  })

  it.each([
    [true, '/hello'],
    [false, '/projects'],
  ])('goes back: with a history (%s) to %s', async (hasPast, expected) => {
    vi.spyOn(browser, 'hasPast').mockReturnValue(hasPast)
    const { page } = arrive()
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    await waitFor(() => expect(page.here().split('#')[0]).toBe(expected))
  })
})

describe("somebody else's project", () => {
  it.each([
    ['a viewer', { ...pear, owner: bea.id, sharing: { generalAccess: 'restricted', users: { [ada.id]: 'viewer' } } }],
    ['a visitor by link', linked],
    [
      'an editor without product access',
      { ...pear, owner: bea.id, sharing: { generalAccess: 'restricted', users: { [ada.id]: 'editor' } } },
    ],
  ] as const)("does not let %s share somebody else's project", async (who, project) => {
    arrive({ project, who: signedInReply(who.includes('without') ? 'pending' : 'active') })
    await heading('Pear & quince')
    await screen.findByRole('button', { name: 'Account menu' })
    await waitFor(() => expect(shareButton().disabled).toBe(true))
    expect(await screen.findByText('View only')).toBeTruthy()
  })

  it('disappears after a person removed themselves', async () => {
    const project: FakeProject = {
      ...pear,
      owner: bea.id,
      sharing: { generalAccess: 'restricted', users: { [ada.id]: 'editor' } },
    }
    const { api } = arrive({ project })
    await heading('Pear & quince')
    await waitFor(() => expect(shareButton().disabled).toBe(false))
    await userEvent.click(shareButton())
    await userEvent.selectOptions(await screen.findByLabelText('Permission for ada@example.com'), 'Remove Access')
    await screen.findByRole('alertdialog')
    // While the dialog still gets its lists, a press may meet a button that was just replaced: then it is pressed again.
    await waitFor(async () => {
      const question = screen.queryByRole('alertdialog')
      if (question !== null) await userEvent.click(within(question).getByRole('button', { name: 'OK' }))
      expect(api.get('pear')?.sharing.users).toEqual({})
    })
    await heading('Project not found')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.get('pear')?.sharing.users).toEqual({})
  })

  it("shows 'Project not found' for a missing project", async () => {
    const { page } = arrive({ project: null })
    await heading('Project not found')
    expect(page.here()).toBe('/tree/pear?a=1#node=2')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['exists', { ...pear, owner: bea.id }],
    ['does not exist', null],
  ])('asks for access in the same way to a project that %s', async (_, project) => {
    const { api } = arrive({ project })
    await heading('Project not found')
    await userEvent.click(screen.getByRole('button', { name: 'Ask for access' }))
    const notice = await screen.findByText(/^If the project exists, its owner has received your request/u)
    expect(api.asked('AskForAccess')).toEqual([{ projectId: 'pear' }])
    expect(document.activeElement).toBe(notice)
    expect(screen.queryByRole('button', { name: 'Ask for access' })).toBeNull()
  })

  it('says why access could not be asked for and lets the person try again', async () => {
    arrive({ project: null, answers: { AskForAccess: () => graphqlError('RATE_LIMITED', 'Too many requests') } })
    await heading('Project not found')
    await userEvent.click(screen.getByRole('button', { name: 'Ask for access' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests')
    expect(screen.getByRole('button', { name: 'Ask for access' })).toBeTruthy()
  })
})

describe('visitor without a session', () => {
  it('shows a project shared by link without sharing controls', async () => {
    const { page } = arrive({ project: linked, nodes: [node('a', 'First')], who: signedOutReply })
    await heading('Pear & quince')
    await screen.findByRole('treeitem', { name: 'First' })
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await waitFor(() => expect(shareButton().disabled).toBe(true))
    expect(await screen.findByText('View only')).toBeTruthy()
    expect(page.here()).toBe('/tree/pear?a=1#node=2')
  })

  it('leads to /login with a way back and says why', async () => {
    const { page } = arrive({ project: null, who: signedOutReply })
    await waitFor(() => expect(page.here()).toBe('/login?next=%2Ftree%2Fpear%3Fa%3D1%23node%3D2'))
    await screen.findByText(/^This project is private, or it doesn't exist\./u)
    page.goBack()
    await waitFor(() => expect(page.here()).toBe('/hello'))
  })

  it('leads to /login when the session ended unnoticed', async () => {
    let checks = 0
    const whoOnce: typeof signedOutReply = (call) => (checks++ === 0 ? signedInReply('active') : signedOutReply)(call)
    const { page } = arrive({ project: null, who: whoOnce })
    await waitFor(() => expect(page.here()).toBe('/login?next=%2Ftree%2Fpear%3Fa%3D1%23node%3D2'))
  })
})

describe('unreachable server', () => {
  it('distinguishes an unreachable server from a missing project and retries', async () => {
    const api = createFakeApi({ projects: [pear] })
    let isAway = true
    stubNetwork({
      [whoamiPath]: signedInReply('active'),
      '/graphql/': (call) => (isAway ? jsonResponse(503, {}) : api.reply(call)),
    })
    renderApp('/tree/pear')
    await heading('The server cannot be reached')
    isAway = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await heading('Pear & quince')
  })
})

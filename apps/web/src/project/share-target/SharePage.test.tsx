import { aRecord } from '@espalier/sync/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { adaId, createFakeApi, createFakeProject, type FakeProject } from '../../testing/fake-api.ts'
import {
  type RecordedCall,
  jsonResponse,
  resetPage,
  signedInReply,
  signedOutReply,
  stubNetwork,
  whoamiPath,
} from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { nodeApi } from '../sync/testing/node-api.ts'

const sharedPage = '/share?title=Pruning%20pears&text=Read%20it&url=https%3A%2F%2Fexample.com%2Fpears'
const beas = { owner: 'bea', updatedAt: 50 }
const projects = [
  createFakeProject({ id: 'old', title: 'Old', updatedAt: 1 }),
  createFakeProject({ id: 'project', title: 'Orchard <b>', updatedAt: 100 }),
  createFakeProject({ id: 'edited', title: 'Edited', ...beas, sharing: shareWithAda('editor') }),
  createFakeProject({ id: 'viewed', title: 'Viewed', ...beas, sharing: shareWithAda('viewer') }),
]

function shareWithAda(permission: 'editor' | 'viewer'): FakeProject['sharing'] {
  return { generalAccess: 'restricted', users: { [adaId]: permission } }
}

interface Setting {
  readonly address?: string
  readonly who?: ReturnType<typeof signedInReply>
  readonly listed?: readonly FakeProject[]
}

/** Nodes are answered by the model of the server, everything else by the API around it. */
function arrive({ address = sharedPage, who = signedInReply('active'), listed = projects }: Setting = {}) {
  const nodes = nodeApi([aRecord('root'), aRecord('a', ['root'], { position: 100 }), aRecord('b', [], { position: 9 })])
  nodes.project.owner = adaId
  const api = createFakeApi({ viewerId: adaId, projects: listed })
  const around = new Set(['Projects', 'Account', 'AccountUsage', 'PublicUserById'])
  const reply = async (call: RecordedCall): Promise<Response> => {
    const operations = call.body as readonly { readonly operationName: string }[]
    const answers = await Promise.all(
      operations.map(async (operation) => {
        const answering = around.has(operation.operationName) ? api : nodes
        const [answer] = (await answering.reply({ ...call, body: [operation] }).json()) as readonly object[]
        return answer
      }),
    )
    return jsonResponse(200, answers)
  }
  stubNetwork({ [whoamiPath]: who, '/graphql/': reply })
  return { nodes, page: renderApp(address) }
}

const titleField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
const add = async () => userEvent.click(await screen.findByRole('button', { name: 'Add node' }))

beforeEach(() => {
  resetPage()
  window.sessionStorage.clear()
  window.localStorage.clear()
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      close() {}
      send() {}
    },
  )
})

describe('page that receives a shared text', () => {
  it('offers the projects that the person can edit, the last changed first', async () => {
    arrive()
    expect((await titleField()).value).toBe('Pruning pears')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe(
      'Read it\nhttps://example.com/pears',
    )
    const choices = screen.getAllByRole<HTMLOptionElement>('option').map(({ text }) => text)
    expect(choices).toEqual(['Orchard <b>', 'Edited', 'Old'])
  })

  it('adds the edited text under the first root and opens the project at it', async () => {
    const { nodes, page } = arrive()
    await userEvent.type(await titleField(), ' & <plums>')
    await add()
    await waitFor(() => expect(page.here()).toMatch(/^\/tree\/project#node=/))
    const created = await waitFor(() => {
      const [node] = [...nodes.server.living()].filter(({ title }) => title.startsWith('Pruning'))
      if (node === undefined) throw new Error('not sent yet')
      return node
    })
    expect(created).toMatchObject({
      title: 'Pruning pears &amp; &lt;plums&gt;',
      body: '<p>Read it</p><p><a href="https://example.com/pears" rel="noopener noreferrer">https://example.com/pears</a></p>',
      parentIds: ['b'],
    })
    expect(page.here()).toContain(created.id)
  })

  it('asks for a title when nothing was shared, and adds nothing without one', async () => {
    const { nodes, page } = arrive({ address: '/share' })
    await titleField()
    await add()
    expect(await screen.findByText('Give the node a title.')).toBeTruthy()
    expect(nodes.asked('CreateNode')).toEqual([])
    expect(page.here()).toBe('/share')
  })

  it('keeps the text when the project cannot be opened', async () => {
    const { nodes, page } = arrive()
    nodes.refuse('Project', 'NOT_FOUND', 'Project not found')
    await titleField()
    await add()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This project no longer exists, or it is not shared with you. Choose another one.',
    )
    nodes.refuse('Project', 'INTERNAL', 'it broke')
    await add()
    await screen.findByText('The project could not be opened. Check your connection, then try again. Nothing is lost.')
    expect((await titleField()).value).toBe('Pruning pears')
    expect(page.here()).toBe(sharedPage)
  })

  it('leads to a new project when there is none to add to', async () => {
    arrive({ listed: projects.filter(({ id }) => id === 'viewed') })
    await screen.findByRole('heading', { level: 1, name: 'You have no project that you can edit' })
    expect(screen.getByRole('link', { name: 'New project' }).getAttribute('href')).toBe('/projects/add')
  })

  it('leads a visitor without a session to the login page and remembers what was shared', async () => {
    const { page } = arrive({ who: signedOutReply })
    await waitFor(() => expect(page.here().split('?')[0]).toBe('/login'))
    expect(window.sessionStorage.getItem('next')).toBe(sharedPage)
  })
})

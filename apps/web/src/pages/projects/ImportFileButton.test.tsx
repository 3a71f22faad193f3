import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { projectList } from '../../api/projects.ts'
import { createFakeApi } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import {
  jsonResponse,
  type RecordedCall,
  resetPage,
  signedInReply,
  stubNetwork,
  whoamiPath,
} from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const begin = '/import/projects'
const [part, finish] = [`${begin}/i1/parts/0`, `${begin}/i1/finish`]
const made = { projectId: '5b1c8c1e-0000-4000-8000-000000000009', seq: 2, nodeIds: ['n1', 'n2'] }

function open(address: string, more: Record<string, (call: RecordedCall) => Response> = {}, status = 'active') {
  const network = stubNetwork({
    [whoamiPath]: signedInReply(status),
    '/graphql/': createFakeApi({
      answers: { Project: () => ({ data: { project: null } }), Nodes: () => ({ data: { nodes: [] } }) },
    }).reply,
    [begin]: () => jsonResponse(201, { id: 'i1' }),
    [part]: () => jsonResponse(200, { nodes: 2 }),
    [finish]: () => jsonResponse(200, made),
    ...more,
  })
  return { network, page: renderApp(address) }
}

const garden = new File(['- Garden\n  - Beds\n'], 'garden.md', { type: 'text/markdown' })

const tooLong = () => jsonResponse(400, { error: { code: 'BAD_USER_INPUT', message: 'A title is too long.' } })

beforeAll(polyfillDialogs)
beforeEach(() => {
  resetPage()
  projectList.clear()
})

it('opens the project made from a file chosen on the list', async () => {
  const { network, page } = open('/projects')
  await screen.findByText('Import file')
  await userEvent.upload(screen.getByLabelText('File to import'), garden)
  await waitFor(() => expect(page.here()).toBe(`/tree/${made.projectId}`))
  expect(network.to(begin)[0]?.body).toEqual({ title: 'garden', body: '', nodeCount: 2 })
  expect(network.to(begin)[0]?.headers.get('x-client-id')).toBeTruthy()
  const sent = network.to(part)[0]?.body as { nodes: { title: string }[] }
  expect(sent.nodes.map(({ title }) => title)).toEqual(['Garden', 'Beds'])
  expect(network.to(finish)).toHaveLength(1)
})

it('opens the project made from a file chosen on the import page', async () => {
  const { page } = open('/projects/import')
  await userEvent.upload(await screen.findByLabelText('File'), garden)
  await waitFor(() => expect(page.here()).toBe(`/tree/${made.projectId}`))
})

it('opens the project made from a file dropped on the list', async () => {
  const { page } = open('/projects')
  await screen.findByText('Import file')
  const dataTransfer = { types: ['Files'], files: [garden], dropEffect: 'none' }
  fireEvent.dragOver(document.body, { dataTransfer })
  expect(screen.getByText('Drop the file to import it as a new project')).toBeTruthy()
  fireEvent.drop(document.body, { dataTransfer })
  await waitFor(() => expect(page.here()).toBe(`/tree/${made.projectId}`))
})

it('rejects an invalid file with the reason and sends nothing', async () => {
  const { network, page } = open('/projects')
  await screen.findByText('Import file')
  const hostile = new File(['<!DOCTYPE map [<!ENTITY a "b">]><map/>'], 'garden.mm')
  await userEvent.upload(screen.getByLabelText('File to import'), hostile)
  await screen.findByRole('alertdialog', { name: 'garden.mm was not imported' })
  screen.getByText('The file declares a document type or entities, which are not accepted.')
  screen.getByText('Nothing has changed.')
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect([network.to(begin).length, page.here()]).toEqual([0, '/projects'])
})

it('rejects a file that is too large without reading it', async () => {
  open('/projects')
  await screen.findByText('Import file')
  const large = new File([''], 'large.md')
  Object.defineProperty(large, 'size', { value: 100_000_000 })
  Object.defineProperty(large, 'arrayBuffer', { value: () => Promise.reject(new Error('it was read')) })
  await userEvent.upload(screen.getByLabelText('File to import'), large)
  await screen.findByText('The file is larger than 50 MB.')
})

it('shows why the server rejects a file and cancels the upload', async () => {
  const { network } = open('/projects', { [part]: tooLong })
  await screen.findByText('Import file')
  await userEvent.upload(screen.getByLabelText('File to import'), garden)
  await screen.findByText('A title is too long.')
  expect(network.to(`${begin}/i1`).map(({ method }) => method)).toEqual(['DELETE'])
})

it('resends a part whose answer was lost', async () => {
  let tries = 0
  const unsteady = () => {
    tries += 1
    return tries === 1 ? jsonResponse(503, {}) : jsonResponse(200, { nodes: 2 })
  }
  const { page } = open('/projects', { [part]: unsteady })
  await screen.findByText('Import file')
  await userEvent.upload(screen.getByLabelText('File to import'), garden)
  await waitFor(() => expect(page.here()).toBe(`/tree/${made.projectId}`), { timeout: 3_000 })
  expect(tries).toBe(2)
})

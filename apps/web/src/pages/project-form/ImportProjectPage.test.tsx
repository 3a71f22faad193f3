import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createFakeProject, createFakeApi, graphqlError } from '../../testing/fake-api.ts'
import { jsonResponse, resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

function openForm(answer: () => object) {
  const store = createFakeApi({ answers: { ImportProject: answer } })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': store.reply })
  return { store, page: renderApp('/projects/import') }
}

const key = () => screen.findByLabelText<HTMLInputElement>('Epic key')
const press = async () => userEvent.click(screen.getByText('Import', { selector: 'button' }))

beforeEach(() => resetPage())

it('rejects a blank epic key', async () => {
  const { store } = openForm(() => ({}))
  await userEvent.type(await key(), '  ')
  await press()
  expect(screen.getByText('Please enter the epic key')).toBeTruthy()
  expect((await key()).getAttribute('aria-invalid')).toBe('true')
  expect(store.asked('ImportProject')).toHaveLength(0)
})

it('opens the imported project', async () => {
  const epic = createFakeProject({ title: 'Epic' })
  const { store, page } = openForm(() => ({ data: { importProject: epic } }))
  await userEvent.type(await key(), ' PLAN-42 {Enter}')
  await waitFor(() => expect(page.here()).toBe(`/tree/${epic.id}`))
  expect(store.asked('ImportProject')).toEqual([{ externalProjectKey: 'PLAN-42' }])
})

it("shows the tracker's error and keeps the epic key", async () => {
  openForm(() => graphqlError('UPSTREAM_FAILED', 'Jira does not know PLAN-1'))
  await userEvent.type(await key(), 'PLAN-1')
  await press()
  await screen.findByText('Jira does not know PLAN-1')
  expect((await key()).value).toBe('PLAN-1')
})

it('shows the progress of an import and its result', async () => {
  const epic = createFakeProject({ title: 'Epic' })
  const running = { isRunning: true, done: 40, total: 100, created: 0, changed: 0, gone: 0 }
  const ended = { isRunning: false, done: 100, total: 100, created: 3, changed: 1, gone: 2 }
  let answerImport: (() => void) | undefined
  const finished = new Promise<void>((resolve) => void (answerImport = resolve))
  let progress: object = running
  const store = createFakeApi({ answers: { ImportProgress: () => ({ data: { importProgress: progress } }) } })
  stubNetwork({
    [whoamiPath]: signedInReply('active'),
    '/graphql/': async (call) => {
      const operations = call.body as readonly { operationName: string }[]
      if (operations[0]?.operationName !== 'ImportProject') return store.reply(call)
      await finished
      return jsonResponse(200, [{ data: { importProject: epic } }])
    },
  })
  renderApp('/projects/import')
  await userEvent.type(await key(), 'PLAN-42{Enter}')
  await screen.findByText('Importing: 40 of 100 issues.', undefined, { timeout: 3_000 })
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Import' }).value).toBe(40)
  progress = ended
  answerImport?.()
  await screen.findByText(
    '3 issues imported, 1 node updated. 2 nodes are no longer below the epic: delete what you do not need.',
  )
})

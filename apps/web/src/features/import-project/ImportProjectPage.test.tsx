import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { drawPage } from '../../testing/draw.tsx'
import { openPage, signedInAs, standInNetwork, whoamiPath } from '../../testing/network.ts'
import { keptProject, projectStore, refusal } from '../../testing/project-store.ts'

function openForm(answer: () => object) {
  const store = projectStore([], { ImportProject: answer })
  standInNetwork({ [whoamiPath]: signedInAs('active'), '/graphql/': store.reply })
  return { store, page: drawPage('/projects/import') }
}

const key = () => screen.findByLabelText<HTMLInputElement>('Epic key')
const press = async () => userEvent.click(screen.getByText('Import', { selector: 'button' }))

beforeEach(() => openPage())

it('a blank key is refused', async () => {
  const { store } = openForm(() => ({}))
  await userEvent.type(await key(), '  ')
  await press()
  expect(screen.getByText('Please enter the epic key')).toBeTruthy()
  expect((await key()).getAttribute('aria-invalid')).toBe('true')
  expect(store.asked('ImportProject')).toHaveLength(0)
})

it('the imported project is opened', async () => {
  const epic = keptProject({ title: 'Epic' })
  const { store, page } = openForm(() => ({ data: { importProject: epic } }))
  await userEvent.type(await key(), ' PLAN-42 {Enter}')
  await waitFor(() => expect(page.here()).toBe(`/tree/${epic.id}`))
  expect(store.asked('ImportProject')).toEqual([{ externalProjectKey: 'PLAN-42' }])
})

it('what the tracker says is shown plainly, and the key stays', async () => {
  openForm(() => refusal('UPSTREAM_FAILED', 'Jira does not know PLAN-1'))
  await userEvent.type(await key(), 'PLAN-1')
  await press()
  await screen.findByText('Jira does not know PLAN-1')
  expect((await key()).value).toBe('PLAN-1')
})

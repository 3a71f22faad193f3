import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeApi, createFakeProject, graphqlError } from '../testing/fake-api.ts'
import { resetPage, stubNetwork } from '../testing/network.ts'
import { ViewersMayComment } from './ViewersMayComment.tsx'

function open(answers = {}) {
  resetPage()
  const api = createFakeApi({ projects: [createFakeProject({ id: 'pear' })], answers })
  stubNetwork({ '/graphql/': api.reply })
  render(<ViewersMayComment projectId="pear" />)
  return api
}

const findBox = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Viewers may comment' })

it('stores that viewers may comment', async () => {
  const api = open()
  const box = await findBox()
  expect(box.checked).toBe(false)
  await userEvent.click(box)
  await waitFor(() => expect(api.get('pear')?.viewersMayComment).toBe(true))
  expect(box.checked).toBe(true)
})

it('shows the stored setting again if the change is refused', async () => {
  open({ UpdateCommentSettings: () => graphqlError('FORBIDDEN', 'no') })
  const box = await findBox()
  await userEvent.click(box)
  await waitFor(() => expect(box.getAttribute('aria-busy')).toBeNull())
  expect(box.checked).toBe(false)
})

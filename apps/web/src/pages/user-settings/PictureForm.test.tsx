import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { changedPictureUrl } from '../../api/session/session.ts'
import { smallPicture } from '../../platform/small-picture.ts'
import { jsonResponse, resetPage, stubNetwork } from '../../testing/network.ts'
import { PictureForm } from './PictureForm.tsx'

vi.mock('../../platform/small-picture.ts', () => ({ smallPicture: vi.fn<typeof smallPicture>() }))

const small = new Blob(['small'], { type: 'image/png' })
const drawn = { kind: 'drawn', picture: 'http://localhost:3000/avatar/1' }
const own = { kind: 'chosen', picture: 'http://localhost:3000/avatar/1?v=abc' }

beforeEach(() => {
  resetPage()
  changedPictureUrl.set(null)
  vi.mocked(smallPicture).mockResolvedValue(small)
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => undefined
})

const pictures = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
const choose = (file: File) => userEvent.upload(screen.getByLabelText('Picture file'), file, { applyAccept: false })

it('previews a chosen picture before saving it, and can remove it', async () => {
  const replies = { GET: drawn, POST: own, DELETE: drawn }
  const network = stubNetwork({ '/avatar': ({ method }) => jsonResponse(200, replies[method as keyof typeof replies]) })
  render(<PictureForm />)
  await screen.findByText('You have no picture yet, so others see your initials.')
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull()
  await choose(new File(['x'], 'me.jpg', { type: 'image/jpeg' }))
  await screen.findByText('This is how it will look. It is not saved yet.')
  expect(pictures()).toEqual(['blob:preview'])
  expect(network.calls.filter(({ method }) => method === 'POST')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Save picture' }))
  await waitFor(() => expect(pictures()).toEqual([own.picture]))
  expect(changedPictureUrl.get()).toBe(own.picture)
  expect(network.calls.find(({ method }) => method === 'POST')?.headers.get('content-type')).toBe('image/png')
  await userEvent.click(screen.getByRole('button', { name: 'Remove picture' }))
  await screen.findByText('You have no picture yet, so others see your initials.')
  expect(changedPictureUrl.get()).toMatch(/avatar\/1\?v=\d+$/)
})

it.each([
  ['of another kind', new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }), small],
  ['that the browser cannot read', new File(['x'], 'me.png', { type: 'image/png' }), null],
])('rejects a file %s at once', async (_kind, file, read) => {
  vi.mocked(smallPicture).mockResolvedValue(read)
  stubNetwork({ '/avatar': () => jsonResponse(200, drawn) })
  render(<PictureForm />)
  await choose(file)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This file could not be read as a picture/)
  expect(screen.queryByRole('button', { name: 'Save picture' })).toBeNull()
})

it('shows why the server rejects a picture and keeps the choice', async () => {
  stubNetwork({
    '/avatar': ({ method }) =>
      method === 'GET' ? jsonResponse(200, drawn) : jsonResponse(429, { error: { message: 'Please try again later' } }),
  })
  render(<PictureForm />)
  await choose(new File(['x'], 'me.png', { type: 'image/png' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save picture' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Please try again later')
  expect(pictures()).toEqual(['blob:preview'])
})

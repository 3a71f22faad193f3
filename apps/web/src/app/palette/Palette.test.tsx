import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFakeApi, createFakeProject, graphqlError } from '../../testing/fake-api.ts'
import { polyfillDialogs } from '../../testing/jsdom-polyfills.ts'
import { resetPage, signedInReply, stubNetwork, whoamiPath } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'

const hit = (title: string, excerpt = title) => ({
  project: { id: 'orchard', title: 'Orchard' },
  node: { id: `node-${title}`, title, status: 'todo' },
  excerpt,
})

/** Opens the list of projects, and the palette over it. */
async function open(search: () => object = () => ({ data: { search: [hit('Prune the pears')] } })) {
  resetPage()
  const projects = [
    createFakeProject({ id: 'garden', title: 'Garden', updatedAt: 2 }),
    createFakeProject({ id: 'pears', title: 'Pears', updatedAt: 1 }),
  ]
  const api = createFakeApi({ projects, answers: { Search: search } })
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
  const page = renderApp('/projects')
  await screen.findByRole('button', { name: 'Account menu' })
  await screen.findByRole('link', { name: 'Pears' })
  pressPaletteKey()
  await screen.findByRole('dialog', { name: 'Commands' })
  return { page, api }
}

const pressPaletteKey = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', ctrlKey: true })
const group = async (name: string) => within(await screen.findByRole('group', { name }))
const listOptions = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const getActive = () => screen.getByRole('option', { selected: true })
const isClosed = () => screen.queryByRole('dialog', { name: 'Commands' }) === null

beforeAll(polyfillDialogs)
afterEach(() => vi.unstubAllGlobals())

describe('palette of commands', () => {
  it('opens by Ctrl+K with the focus in its field, and closes by Esc', async () => {
    await open()
    const field = screen.getByRole('combobox', { name: 'Find anything' })
    expect(document.activeElement).toBe(field)
    const options = screen.getAllByRole('option')
    expect(field.getAttribute('aria-activedescendant')).toBe(options[0]?.id)
    expect((await group('Projects')).getAllByRole('option').map((one) => one.textContent)).toEqual(['Garden', 'Pears'])
    expect((await group('Actions')).getByRole('option', { name: 'Go to My work' })).toBeTruthy()
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(isClosed()).toBe(true)
  })

  it('opens by the button of the search box', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(isClosed()).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Commands' }))
    expect(await screen.findByRole('dialog', { name: 'Commands' })).toBeTruthy()
  })

  it('opens a node of another project there, selected', async () => {
    const { page, api } = await open()
    await userEvent.keyboard('pear')
    expect((await group('Projects')).getByRole('option', { name: 'Pears' })).toBeTruthy()
    const found = (await group('In all projects')).getByRole('option')
    expect(found.textContent).toBe('Prune the pearsOrchard')
    expect(api.asked('Search')).toEqual([{ text: 'pear', first: 20 }])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(page.here()).toBe('/tree/orchard#node=node-Prune the pears'))
    expect(isClosed()).toBe(true)
  })

  it('runs an action by its name and lists it first the next time', async () => {
    const { page } = await open()
    await userEvent.keyboard('my wo{Enter}')
    await waitFor(() => expect(page.here()).toBe('/my-work'))
    await waitFor(() => expect(isClosed()).toBe(true))
    pressPaletteKey()
    expect((await group('Recent')).getAllByRole('option')[0]?.textContent).toBe('Go to My work')
    expect(listOptions().filter((label) => label === 'Go to My work')).toHaveLength(1)
  })

  it('shows the passage of a description', async () => {
    await open(() => ({ data: { search: [hit('Walls', '…red bricks and mortar')] } }))
    await userEvent.keyboard('bricks')
    const found = (await group('In all projects')).getByRole('option')
    expect(found.textContent).toBe('WallsOrchard · …red bricks and mortar')
  })

  it('goes around the list with the arrow keys', async () => {
    await open(() => ({ data: { search: [] } }))
    const options = screen.getAllByRole('option')
    await userEvent.keyboard('{ArrowUp}')
    expect(getActive()).toBe(options.at(-1))
    await userEvent.keyboard('{ArrowDown}')
    expect(getActive()).toBe(options[0])
  })

  it('says that nothing was found', async () => {
    await open(() => ({ data: { search: [] } }))
    await userEvent.keyboard('xylophone')
    expect(await screen.findByText('Nothing found')).toBeTruthy()
  })

  it('says without a network that only this device was searched', async () => {
    const { api } = await open()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await userEvent.keyboard('pear')
    expect(await screen.findByText('You are offline. Only what is on this device was searched.')).toBeTruthy()
    expect((await group('Projects')).getByRole('option', { name: 'Pears' })).toBeTruthy()
    expect(api.asked('Search')).toEqual([])
    vi.restoreAllMocks()
  })

  it('says that the server refused to search', async () => {
    await open(() => graphqlError('RATE_LIMITED', 'Too many requests'))
    await userEvent.keyboard('pear')
    expect(await screen.findByText('The other projects could not be searched. Try again in a moment.')).toBeTruthy()
  })
})

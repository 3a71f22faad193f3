import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Menu, MenuItem } from './Menu.tsx'

async function openedMenu() {
  const user = userEvent.setup()
  render(
    <>
      <Menu label="Tools" triggerContent="Tools">
        <MenuItem onSelect={() => undefined}>Sharpen</MenuItem>
      </Menu>
      <input aria-label="Title" />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Tools' }))
  await screen.findByRole('menuitem', { name: 'Sharpen' })
  return user
}

const aMoment = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve, 20)))

it.each(['{Enter}', ' ', '{ArrowDown}'])(
  'focuses the first item when the key %s opens it for the first time',
  async (key) => {
    const user = userEvent.setup()
    render(
      <Menu label="Tools" triggerContent="Tools">
        <MenuItem onSelect={() => undefined}>Sharpen</MenuItem>
        <MenuItem onSelect={() => undefined}>Clean</MenuItem>
      </Menu>,
    )
    await user.tab()
    await user.keyboard(key)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Sharpen' })))
  },
)

it('restores the focus to its button when a menu is closed', async () => {
  const user = await openedMenu()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Tools' })))
})

it('does not take the focus from a person who has moved on', async () => {
  await openedMenu()
  const closing = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  act(() => void document.activeElement?.dispatchEvent(closing))
  const title = screen.getByRole('textbox', { name: 'Title' })
  act(() => title.focus())
  await aMoment()
  expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, title])
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useRoutes } from '../platform/router.tsx'
import { MemoryRouter } from '../testing/memory-router.tsx'
import { resetPage } from '../testing/network.ts'
import { Link } from './Button.tsx'
import { Page } from './Page.tsx'

beforeEach(() => resetPage({ productName: 'Pear' }))

const routes = [
  { path: 'one', element: <Page title="One" /> },
  { path: 'two', element: <Page title="Two" heading="The second" lead="It goes on." /> },
]
const Pages = () => useRoutes(routes)

const draw = (hasMenu = false) =>
  render(
    <MemoryRouter initialEntries={['/one']}>
      <Link to="/two">Onwards</Link>
      {hasMenu && (
        <div role="menu">
          <Link to="/two">From a menu</Link>
        </div>
      )}
      <Pages />
    </MemoryRouter>,
  )

const drawPage = (key: string) => (
  <MemoryRouter>
    <Page key={key} title={key} />
  </MemoryRouter>
)

describe('page component', () => {
  it("sets the tab's title and has one main and one h1", () => {
    draw()
    expect(document.title).toBe('One - Pear')
    expect(screen.getByRole('main').textContent).toBe('One')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('One')
  })

  it("sets the tab's title in the same commit as the heading", async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    document.title = ''
    const place = document.createElement('div')
    const root = createRoot(place)
    const titleWithHeading = new Promise<string>((resolve) => {
      const observer = new MutationObserver(() => {
        if (place.querySelector('h1') !== null) resolve(document.title)
      })
      observer.observe(place, { childList: true, subtree: true })
    })
    root.render(
      <MemoryRouter>
        <Page title="One" />
      </MemoryRouter>,
    )
    expect(await titleWithHeading).toBe('One - Pear')
    root.unmount()
    vi.unstubAllGlobals()
  })

  it('focuses the page after a link, but not after loading', async () => {
    draw()
    expect(document.activeElement).toBe(document.body)
    await userEvent.click(screen.getByRole('link', { name: 'Onwards' }))
    expect(document.title).toBe('Two - Pear')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The second')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('keeps the focus when the loaded page replaces its skeleton, and gives the page none that it did not have', async () => {
    const { rerender } = render(drawPage('Skeleton'))
    rerender(drawPage('Loaded'))
    expect(document.activeElement).toBe(document.body)
    screen.getByRole('main').focus()
    rerender(drawPage('Loaded again'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Loaded again')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('leaves the focus in an open menu', async () => {
    draw(true)
    await userEvent.click(screen.getByRole('link', { name: 'From a menu' }))
    expect(document.title).toBe('Two - Pear')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'From a menu' }))
  })

  it('does not take the focus from a menu that is just opening', async () => {
    draw(true)
    await userEvent.click(screen.getByRole('link', { name: 'Onwards' }))
    expect(document.title).toBe('Two - Pear')
    expect(document.activeElement).not.toBe(screen.getByRole('main'))
  })
})

import { act, fireEvent, render, screen } from '@testing-library/react'
import { lazy, type ReactNode, StrictMode, Suspense, useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { MemoryRouter } from '../testing/memory-router.tsx'
import {
  BrowserRouter,
  Link,
  Navigate,
  type NavigateFunction,
  Outlet,
  type RouteObject,
  useLocation,
  useMatch,
  useNavigate,
  useNavigationType,
  useParams,
  useRoutes,
  useSearchParams,
} from './router.tsx'

let go: NavigateFunction = () => undefined

function Place() {
  const { pathname, search, hash, state } = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  useEffect(() => {
    go = navigate
  }, [navigate])
  return <p data-testid="place">{`${type} ${pathname}${search}${hash} ${JSON.stringify(state)}`}</p>
}

const renderAt = (address: string, children: ReactNode = null) =>
  render(
    <MemoryRouter initialEntries={['/before', address]}>
      <Place />
      {children}
    </MemoryRouter>,
  )

const place = () => screen.getByTestId('place').textContent
const goTo = (...args: Parameters<NavigateFunction>) => act(async () => go(...args))

function Query() {
  const [params, setParams] = useSearchParams()
  const remove = () => setParams((before) => (before.delete('a'), before), { replace: true })
  return (
    <>
      <button onClick={remove}>Remove a from {params.toString()}</button>
      <button onClick={() => setParams({})}>Clear</button>
    </>
  )
}

const countPops = (calls: readonly (readonly unknown[])[]) => calls.filter(([name]) => name === 'popstate').length

describe('navigation', () => {
  it('adds an entry, replaces it, stores a state with it, and goes back', async () => {
    renderAt('/one')
    expect(place()).toBe('POP /one null')
    await goTo('/two?a=1#b', { state: 'kept' })
    expect(place()).toBe('PUSH /two?a=1#b "kept"')
    await goTo('/three', { replace: true })
    expect(place()).toBe('REPLACE /three null')
    await goTo(-1)
    expect(place()).toBe('POP /one null')
  })

  it('gives a new location for the same address, so that a search can be repeated', async () => {
    const seen = new Set<unknown>()
    const Watcher = () => {
      seen.add(useLocation())
      return null
    }
    renderAt('/one', <Watcher />)
    await goTo('/one', { replace: true })
    expect(seen.size).toBe(2)
  })

  it('changes the query from a copy of the last one', async () => {
    renderAt('/one?a=1&b=2#c', <Query />)
    fireEvent.click(screen.getByText('Remove a from a=1&b=2'))
    expect(place()).toBe('REPLACE /one?b=2 null')
    fireEvent.click(screen.getByText('Clear'))
    expect(place()).toBe('PUSH /one null')
  })

  it('follows a redirect once, also when effects run twice', async () => {
    render(
      <StrictMode>
        <MemoryRouter initialEntries={['/before', '/old']}>
          <Place />
          <Pages routes={[{ path: 'old', element: <Navigate to="/new" replace /> }]} />
        </MemoryRouter>
      </StrictMode>,
    )
    expect(place()).toBe('REPLACE /new null')
    await goTo(-1)
    expect(place()).toBe('POP /before null')
  })

  it('leaves no listener behind when the page is removed', () => {
    const added = vi.spyOn(window, 'addEventListener')
    const removed = vi.spyOn(window, 'removeEventListener')
    const { unmount } = render(
      <StrictMode>
        <BrowserRouter>{null}</BrowserRouter>
      </StrictMode>,
    )
    unmount()
    expect(countPops(added.mock.calls)).toBeGreaterThan(0)
    expect(countPops(removed.mock.calls)).toBe(countPops(added.mock.calls))
    vi.restoreAllMocks()
  })

  it('reports a link without a router around it', () => {
    vi.spyOn(console, 'error').mockReturnValue()
    expect(() => render(<Link to="/">Home</Link>)).toThrow('needs a router')
    vi.restoreAllMocks()
  })
})

// The test page cannot load another document, so the last listener prevents what the router left to the browser.
const click = (name: string, init: MouseEventInit = {}) => {
  let isNative = false
  const watch = (event: Event) => {
    isNative = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', watch, { once: true })
  fireEvent.click(screen.getByText(name), init)
  return isNative ? 'browser' : 'router'
}

describe('link', () => {
  it('leads inside the page on a plain click only', () => {
    renderAt('/one', <Link to="/two">Two</Link>)
    expect(click('Two', { ctrlKey: true })).toBe('browser')
    expect(click('Two', { metaKey: true })).toBe('browser')
    expect(click('Two', { shiftKey: true })).toBe('browser')
    expect(click('Two', { altKey: true })).toBe('browser')
    expect(click('Two', { button: 1 })).toBe('browser')
    expect(place()).toBe('POP /one null')
    expect(click('Two')).toBe('router')
    expect(place()).toBe('PUSH /two null')
  })

  it('leaves another tab and an address of the server to the browser', () => {
    renderAt(
      '/one',
      <>
        <Link to="/two" target="_blank">
          Tab
        </Link>
        <Link to="/two" reloadDocument>
          Server
        </Link>
      </>,
    )
    expect(click('Tab')).toBe('browser')
    expect(click('Server')).toBe('browser')
    expect(place()).toBe('POP /one null')
  })

  it('does not navigate when its own click handler prevents that', () => {
    renderAt(
      '/one',
      <Link to="/two" onClick={(event) => event.preventDefault()}>
        Two
      </Link>,
    )
    click('Two')
    expect(place()).toBe('POP /one null')
  })

  it('adds no entry for the open address', async () => {
    renderAt('/one#a', <Link to="#a">Here</Link>)
    expect(screen.getByText('Here').getAttribute('href')).toBe('/one#a')
    click('Here')
    expect(place()).toBe('REPLACE /one#a null')
  })
})

function Pages({ routes }: { readonly routes: readonly RouteObject[] }) {
  return useRoutes(routes)
}

const Matched = () => <p data-testid="matched">{JSON.stringify(useMatch('/tree/:id/*'))}</p>
const Params = () => <p data-testid="params">{JSON.stringify(useParams())}</p>

describe('routes', () => {
  const routes: readonly RouteObject[] = [
    {
      element: (
        <section>
          <Outlet />
        </section>
      ),
      children: [
        { path: '', element: 'Home' },
        { path: 'tree/:id', element: <Params /> },
        { path: 'board/*', element: <Params /> },
      ],
    },
    { path: '*', element: 'Not found' },
  ]
  const shown = (address: string) => {
    const { container, unmount } = render(
      <MemoryRouter initialEntries={[address]}>
        <Pages routes={routes} />
      </MemoryRouter>,
    )
    const html = container.innerHTML
    const text = container.textContent
    unmount()
    return html.startsWith('<section>') ? `framed ${text}` : text
  }

  it('shows the first match inside its frames', () => {
    expect(shown('/')).toBe('framed Home')
    expect(shown('/tree/a')).toBe('framed {"id":"a"}')
    expect(shown('/tree/a/b')).toBe('Not found')
    expect(shown('/tree')).toBe('Not found')
    expect(shown('/tree//a')).toBe('Not found')
  })

  it('gives the rest of an address, which may be empty', () => {
    expect(shown('/board')).toBe('framed {"*":""}')
    expect(shown('/board/p/1')).toBe('framed {"*":"p/1"}')
    expect(shown('/boards')).toBe('Not found')
  })

  it('ignores case and a slash at the end', () => {
    expect(shown('/TREE/Ab/')).toBe('framed {"id":"Ab"}')
  })

  it('decodes parameters, and leaves a broken escape sequence as it is', () => {
    expect(shown('/tree/a%20b%2Fc')).toBe('framed {"id":"a b/c"}')
    expect(shown('/tree/%E0%A4%A')).toBe('framed {"id":"%E0%A4%A"}')
  })

  it('matches a pattern wherever the page is shown', () => {
    renderAt('/tree/a/b/c', <Matched />)
    expect(screen.getByTestId('matched').textContent).toBe('{"id":"a","*":"b/c"}')
  })

  it('keeps the state of a page when only its parameter changes', async () => {
    const mounted = vi.fn()
    const Tree = () => {
      useEffect(() => mounted(), [])
      return <Params />
    }
    renderAt('/tree/a', <Pages routes={[{ path: 'tree/:id', element: <Tree /> }]} />)
    await goTo('/tree/b')
    expect(screen.getByTestId('params').textContent).toBe('{"id":"b"}')
    expect(mounted).toHaveBeenCalledTimes(1)
  })

  it('keeps the last page on the screen until the next one is loaded', async () => {
    const waiting: ((page: { default: () => ReactNode }) => void)[] = []
    const Slow = lazy(() => new Promise<{ default: () => ReactNode }>((resolve) => void waiting.push(resolve)))
    const slowRoutes: readonly RouteObject[] = [
      { path: 'one', element: 'First page' },
      { path: 'slow', element: <Slow /> },
    ]
    const { container } = renderAt(
      '/one',
      <Suspense fallback="Skeleton">
        <Pages routes={slowRoutes} />
      </Suspense>,
    )
    await goTo('/slow')
    expect(container.textContent).toContain('First page')
    expect(container.textContent).not.toContain('Skeleton')
    await act(async () => waiting[0]?.({ default: () => 'Slow page' }))
    expect(container.textContent).toContain('Slow page')
    expect(container.textContent).not.toContain('First page')
  })
})

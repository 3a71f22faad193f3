import {
  type ComponentPropsWithRef,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import {
  createBrowserHistory,
  formatAddress,
  type Location,
  type Navigation,
  type NavigationType,
  resolveAddress,
  type RouterHistory,
  type To,
} from './history.ts'

const HistoryContext = createContext<RouterHistory | null>(null)
const NavigationContext = createContext<Navigation | null>(null)

interface RouterProps {
  readonly history: RouterHistory
  readonly children: ReactNode
}

/**
 * The address is in a React state that changes in a transition (docs/decisions/0050): the last page stays on the screen
 * until the code of the next one is loaded. An external store would show the skeleton at every link.
 */
export function Router({ history, children }: RouterProps) {
  const [navigation, setNavigation] = useState(() => history.read())
  useLayoutEffect(
    () =>
      history.listen(() => {
        const next = history.read()
        startTransition(() => setNavigation(next))
      }),
    [history],
  )
  return (
    <HistoryContext value={history}>
      <NavigationContext value={navigation}>{children}</NavigationContext>
    </HistoryContext>
  )
}

export function BrowserRouter({ children }: Pick<RouterProps, 'children'>) {
  const [history] = useState(createBrowserHistory)
  return <Router history={history}>{children}</Router>
}

export function useHistory(): RouterHistory {
  const history = useContext(HistoryContext)
  if (history === null) throw new Error('This component needs a router around it')
  return history
}

function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext)
  if (navigation === null) throw new Error('This component needs a router around it')
  return navigation
}

/** Returns a new object for every navigation, also to the same address. */
export const useLocation = (): Location => useNavigation().location

export const useNavigationType = (): NavigationType => useNavigation().type

interface NavigateOptions {
  /** Replaces the history entry, so that the Back button skips the current page. */
  readonly replace?: boolean
  readonly state?: unknown
}

/** A number goes that many steps back or forward in the history. */
export type NavigateFunction = (to: To | number, options?: NavigateOptions) => void

export function useNavigate(): NavigateFunction {
  const history = useHistory()
  const { pathname } = useLocation()
  return useCallback(
    (to, { replace = false, state = null } = {}) => {
      if (typeof to === 'number') return history.go(to)
      const address = resolveAddress(to, pathname)
      return replace ? history.replace(address, state) : history.push(address, state)
    },
    [history, pathname],
  )
}

interface NavigateProps extends Pick<NavigateOptions, 'replace'> {
  readonly to: string
}

/** Leads elsewhere as soon as it is shown. */
export function Navigate({ to, replace = false }: NavigateProps) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace }), [navigate, to, replace])
  return null
}

type QueryInit = URLSearchParams | Readonly<Record<string, string>>
type SetSearchParams = (next: QueryInit | ((before: URLSearchParams) => QueryInit), options?: NavigateOptions) => void

/** Reads and writes the query. Writing it drops the hash. */
export function useSearchParams(): readonly [URLSearchParams, SetSearchParams] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams = useCallback<SetSearchParams>(
    (next, options) => {
      const query = typeof next === 'function' ? next(new URLSearchParams(search)) : next
      navigate(`?${new URLSearchParams(query)}`, options)
    },
    [navigate, search],
  )
  return [params, setParams]
}

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly to: To
  /** The server decides what the address shows, so the browser loads it. */
  readonly reloadDocument?: boolean
}

/** A link inside the product. The browser itself follows it into another tab or window. */
export function Link({ to, reloadDocument = false, onClick, children, ...rest }: LinkProps) {
  const location = useLocation()
  const navigate = useNavigate()
  const href = formatAddress(resolveAddress(to, location.pathname))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (reloadDocument || event.defaultPrevented || !isPlainClick(event, rest.target)) return
    event.preventDefault()
    navigate(to, { replace: href === formatAddress(location) })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}

const isPlainClick = (event: MouseEvent, target = '_self'): boolean =>
  event.button === 0 && target === '_self' && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)

type RouteParams = Readonly<Record<string, string>>

/** A route with children frames them: its element shows the matching child in an `Outlet`. */
export interface RouteObject {
  /** ':id' matches one segment, and '*' at the end any rest, which may be empty. */
  readonly path?: string
  readonly element: ReactNode
  readonly children?: readonly RouteObject[]
}

interface RouteLevel {
  readonly outlet: ReactNode
  readonly params: RouteParams
}

const RouteContext = createContext<RouteLevel>({ outlet: null, params: {} })

/** Returns the elements of the first route that matches. */
export function useRoutes(routes: readonly RouteObject[]): ReactNode {
  const { pathname } = useLocation()
  return useMemo(() => {
    const found = findRoute(routes, pathname)
    if (found === null) return null
    const { branch, params } = found
    return branch.reduceRight<ReactNode>(
      (outlet, { element }) => <RouteContext value={{ outlet, params }}>{element}</RouteContext>,
      null,
    )
  }, [routes, pathname])
}

export const Outlet = () => useContext(RouteContext).outlet

export const useParams = (): Readonly<Partial<RouteParams>> => useContext(RouteContext).params

/** Returns the parameters of the address if it matches the pattern, and otherwise null. */
export const useMatch = (pattern: string): RouteParams | null => matchPath(pattern, useLocation().pathname)

interface FoundRoute {
  /** The route with the frames around it, the outermost first. */
  readonly branch: readonly RouteObject[]
  readonly params: RouteParams
}

function findRoute(routes: readonly RouteObject[], pathname: string): FoundRoute | null {
  for (const route of routes) {
    if (route.children === undefined) {
      const params = matchPath(route.path ?? '', pathname)
      if (params !== null) return { branch: [route], params }
      continue
    }
    const found = findRoute(route.children, pathname)
    if (found !== null) return { ...found, branch: [route, ...found.branch] }
  }
  return null
}

/** Upper and lower case are the same, because people type addresses; so is a slash at the end. */
function matchPath(pattern: string, pathname: string): RouteParams | null {
  const expected = splitPath(pattern)
  const given = splitPath(pathname)
  const hasRest = expected.at(-1) === '*'
  if (hasRest) expected.pop()
  if (hasRest ? given.length < expected.length : given.length !== expected.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const segment = given[index] ?? ''
    if (part.startsWith(':') && segment !== '') params[part.slice(1)] = segment
    else if (part.toLowerCase() !== segment.toLowerCase()) return null
  }
  if (hasRest) params['*'] = given.slice(expected.length).join('/')
  return params
}

const splitPath = (path: string): string[] => {
  const inner = path.replace(/^\/|\/+$/g, '')
  return inner === '' ? [] : inner.split('/').map(decodeSegment)
}

/** People truncate addresses, so a broken escape sequence stays as it is. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

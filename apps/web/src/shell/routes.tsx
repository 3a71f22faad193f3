import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { loadedLater } from '../platform/code-parts.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { AppFrame } from './frames/AppFrame.tsx'
import { BareFrame } from './frames/BareFrame.tsx'
import { BetaDoor } from './guards/BetaDoor.tsx'
import { FeedbackDoor } from './guards/FeedbackDoor.tsx'
import { KnowVisitor } from './guards/KnowVisitor.tsx'
import { RequireAccess } from './guards/RequireAccess.tsx'
import { RequireLogin } from './guards/RequireLogin.tsx'
import { loadTopBar } from './top-bar/load-top-bar.ts'

function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Screen = lazyPart(load)
  return { path, element: <Screen /> }
}

// These lead to each other, also offline.
const tree = loadedLater(async () => (await import('../features/tree/index.ts')).TreePage)
const projects = loadedLater(async () => (await import('../features/projects/index.ts')).ProjectsPage)
const newProject = loadedLater(async () => (await import('../features/project-form/index.ts')).NewProjectPage)
const login = async () => (await import('../features/login/index.ts')).LoginPage

/** What an address is sure to need is on its way before it is known who asks for it: some round trips less. */
export function loadAhead(path: string): void {
  if (path === '/login') start(login)
  if (path === '/projects') start(projects, loadTopBar)
  if (path.startsWith('/tree/')) start(tree, loadTopBar)
}

// What does not come is asked for once more by whoever needs it, and told there.
const start = (...loads: readonly (() => Promise<unknown>)[]): void =>
  loads.forEach((load) => void load().catch(() => undefined))

const besides = () => import('../features/prototype/index.ts')
const prototype = async () => (await besides()).PrototypePage

/** Leading in: open to everyone, without the top bar. */
const entrance: RouteObject[] = [
  screen('login', login),
  screen('register', async () => (await import('../features/register/index.ts')).RegisterPage),
  screen('recovery', async () => (await import('../features/recovery/index.ts')).RecoveryPage),
  screen('verification', async () => (await import('../features/verification/index.ts')).VerificationPage),
  screen('error', async () => (await import('../features/error-page/index.ts')).ErrorPage),
  screen('dummy', async () => (await import('../features/dummy/index.ts')).DummyPage),
]

const open: RouteObject[] = [
  screen('pricing', async () => (await import('../features/pricing/index.ts')).PricingPage),
  screen('hello', prototype),
  screen('*', async () => (await import('../features/not-found/index.ts')).NotFoundPage),
]

const withAccess: RouteObject[] = [
  screen('account', async () => (await import('../features/account/index.ts')).AccountPage),
  screen('projects/add', newProject),
  screen('projects/import', async () => (await import('../features/import-project/index.ts')).ImportProjectPage),
  screen('projects/edit/:id', async () => (await import('../features/project-form/index.ts')).EditProjectPage),
]

const prototypes = [
  'roadmap',
  'dag',
  'bubble',
  'execute',
  'd3',
  'd3-randomtree',
  'd3-transition',
  'd3-basic',
  'flare',
  'd3-force',
  'd3-tidytree',
  'enter',
  'daygrid',
].map((path) => screen(path, prototype))

const signedIn: RouteObject[] = [
  {
    element: <BetaDoor />,
    children: [{ index: true, element: <Navigate to="/projects" replace /> }, screen('projects', projects)],
  },
  { element: <RequireAccess />, children: withAccess },
  screen('user', async () => (await import('../features/user-settings/index.ts')).UserSettingsPage),
  screen('pending', async () => (await import('../features/pending/index.ts')).PendingPage),
  screen('tree2/:id', async () => (await besides()).BreakdownPage),
  ...prototypes,
]

/** Around the login: switched off, it is nowhere for anybody. */
const feedback: RouteObject = {
  element: <FeedbackDoor />,
  children: [
    {
      element: <RequireLogin />,
      children: [
        {
          element: <RequireAccess />,
          children: [screen('feedback/*', async () => (await import('../features/feedback/index.ts')).FeedbackPage)],
        },
      ],
    },
  ],
}

export const routes: RouteObject[] = [
  { element: <BareFrame />, children: entrance },
  {
    element: <AppFrame />,
    children: [
      { element: <RequireLogin />, children: signedIn },
      { element: <KnowVisitor />, children: [screen('tree/:id', tree)] },
      feedback,
      ...open,
    ],
  },
]

import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router'
import { registerForPreload } from '../platform/code-parts.ts'
import { lazyComponent } from '../ui/lazy-part.tsx'
import { AppFrame } from './frames/AppFrame.tsx'
import { BareFrame } from './frames/BareFrame.tsx'
import { RequireBetaApproval } from './guards/BetaDoor.tsx'
import { RequireFeedbackEnabled } from './guards/FeedbackDoor.tsx'
import { IdentifyVisitor } from './guards/KnowVisitor.tsx'
import { RequireAccess } from './guards/RequireAccess.tsx'
import { RequireLogin } from './guards/RequireLogin.tsx'
import { loadTopBar } from './top-bar/load-top-bar.ts'

function lazyRoute(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Screen = lazyComponent(load)
  return { path, element: <Screen /> }
}

// These lead to each other, also offline.
const loadProjectPage = registerForPreload(async () => (await import('../features/tree/index.ts')).ProjectPage)
const loadProjectsPage = registerForPreload(async () => (await import('../features/projects/index.ts')).ProjectsPage)
const loadNewProjectPage = registerForPreload(async () => (await import('../features/project-form/index.ts')).NewProjectPage)
const loadLoginPage = async () => (await import('../features/login/index.ts')).LoginPage

/** What an address is sure to need is on its way before it is known who asks for it: some round trips less. */
export function preloadRoute(path: string): void {
  if (path === '/login') startLoading(loadLoginPage)
  if (path === '/projects') startLoading(loadProjectsPage, loadTopBar)
  if (path.startsWith('/tree/')) startLoading(loadProjectPage, loadTopBar)
}

// What does not come is asked for once more by whoever needs it, and told there.
const startLoading = (...loads: readonly (() => Promise<unknown>)[]): void =>
  loads.forEach((load) => void load().catch(() => undefined))

const loadPrototypePages = () => import('../features/prototype/index.ts')
const loadPrototypePage = async () => (await loadPrototypePages()).PrototypePage

/** Leading in: open to everyone, without the top bar. */
const signInRoutes: RouteObject[] = [
  lazyRoute('login', loadLoginPage),
  lazyRoute('register', async () => (await import('../features/register/index.ts')).RegisterPage),
  lazyRoute('recovery', async () => (await import('../features/recovery/index.ts')).RecoveryPage),
  lazyRoute('verification', async () => (await import('../features/verification/index.ts')).VerificationPage),
  lazyRoute('error', async () => (await import('../features/error-page/index.ts')).ErrorPage),
  lazyRoute('dummy', async () => (await import('../features/dummy/index.ts')).RecheckSessionPage),
]

const openRoutes: RouteObject[] = [
  lazyRoute('pricing', async () => (await import('../features/pricing/index.ts')).PricingPage),
  lazyRoute('hello', loadPrototypePage),
  lazyRoute('*', async () => (await import('../features/not-found/index.ts')).NotFoundPage),
]

const accessRoutes: RouteObject[] = [
  lazyRoute('account', async () => (await import('../features/account/index.ts')).AccountPage),
  lazyRoute('projects/add', loadNewProjectPage),
  lazyRoute('projects/import', async () => (await import('../features/import-project/index.ts')).ImportProjectPage),
  lazyRoute('projects/edit/:id', async () => (await import('../features/project-form/index.ts')).EditProjectPage),
]

const prototypeRoutes = [
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
].map((path) => lazyRoute(path, loadPrototypePage))

const signedInRoutes: RouteObject[] = [
  {
    element: <RequireBetaApproval />,
    children: [{ index: true, element: <Navigate to="/projects" replace /> }, lazyRoute('projects', loadProjectsPage)],
  },
  { element: <RequireAccess />, children: accessRoutes },
  lazyRoute('user', async () => (await import('../features/user-settings/index.ts')).UserSettingsPage),
  lazyRoute('pending', async () => (await import('../features/pending/index.ts')).PendingPage),
  lazyRoute('tree2/:id', async () => (await loadPrototypePages()).BreakdownPage),
  ...prototypeRoutes,
]

/** Around the login: switched off, it is nowhere for anybody. */
const feedbackRoute: RouteObject = {
  element: <RequireFeedbackEnabled />,
  children: [
    {
      element: <RequireLogin />,
      children: [
        {
          element: <RequireAccess />,
          children: [lazyRoute('feedback/*', async () => (await import('../features/feedback/index.ts')).FeedbackPage)],
        },
      ],
    },
  ],
}

export const routes: RouteObject[] = [
  { element: <BareFrame />, children: signInRoutes },
  {
    element: <AppFrame />,
    children: [
      { element: <RequireLogin />, children: signedInRoutes },
      { element: <IdentifyVisitor />, children: [lazyRoute('tree/:id', loadProjectPage)] },
      feedbackRoute,
      ...openRoutes,
    ],
  },
]

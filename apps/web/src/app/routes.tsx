import type { ComponentType } from 'react'
import { registerForPreload } from '../platform/code-loading.ts'
import { Navigate, type RouteObject } from '../platform/router.tsx'
import { lazyComponent, loadAhead } from '../ui/lazy-component.tsx'
import { formatViewPath, planViews } from '../project/workspace/plan-views.ts'
import { AppFrame, BareFrame, loadTopBar } from './frames.tsx'
import { IdentifyVisitor, RequireAccess, RequireBetaApproval, RequireFeedbackEnabled, RequireLogin } from './guards.tsx'

function lazyRoute(path: string, load: () => Promise<ComponentType>): RouteObject {
  const Screen = lazyComponent(load)
  return { path, element: <Screen /> }
}

// These pages link to each other, also offline.
const loadProjectPage = registerForPreload(async () => (await import('../project/screen/ProjectPage.tsx')).ProjectPage)
const loadProjectsPage = registerForPreload(
  async () => (await import('../pages/projects/ProjectsPage.tsx')).ProjectsPage,
)
const loadMyWorkPage = registerForPreload(async () => (await import('../pages/my-work/MyWorkPage.tsx')).MyWorkPage)
const loadInboxPage = registerForPreload(async () => (await import('../pages/inbox/InboxPage.tsx')).InboxPage)
const loadNewProjectPage = registerForPreload(
  async () => (await import('../pages/project-form/NewProjectPage.tsx')).NewProjectPage,
)
const loadLoginPage = async () => (await import('../pages/sign-in/LoginPage.tsx')).LoginPage

/**
 * Starts loading what an address certainly needs before the session is known, which saves round trips. Resolves when it
 * is there. A failed preload is requested again by the component that needs it, which reports the error.
 */
export async function preloadRoute(path: string): Promise<void> {
  const loads: (() => Promise<unknown>)[] = []
  if (path === '/login') loads.push(loadLoginPage)
  if (path === '/projects') loads.push(loadProjectsPage, loadTopBar)
  if (path === '/my-work') loads.push(loadMyWorkPage, loadTopBar)
  if (path === '/inbox') loads.push(loadInboxPage, loadTopBar)
  if (path.startsWith('/tree/')) loads.push(loadProjectPage, loadTopBar)
  await Promise.all(loads.map((load) => loadAhead(load).catch(() => undefined)))
}

const loadPrototypePage = async () => (await import('../pages/prototype/PrototypePage.tsx')).PrototypePage

/** The sign-in pages are open to everyone and have no top bar. */
const signInRoutes: RouteObject[] = [
  lazyRoute('login', loadLoginPage),
  lazyRoute('register', async () => (await import('../pages/sign-in/RegisterPage.tsx')).RegisterPage),
  lazyRoute('recovery', async () => (await import('../pages/sign-in/RecoveryPage.tsx')).RecoveryPage),
  lazyRoute('verification', async () => (await import('../pages/sign-in/VerificationPage.tsx')).VerificationPage),
  lazyRoute('error', async () => (await import('../pages/sign-in/ErrorPage.tsx')).ErrorPage),
  lazyRoute('dummy', async () => (await import('../pages/sign-in/RecheckSessionPage.tsx')).RecheckSessionPage),
]

const openRoutes: RouteObject[] = [
  lazyRoute('pricing', async () => (await import('../pages/PricingPage.tsx')).PricingPage),
  lazyRoute('hello', async () => (await import('../project/tour/TourPage.tsx')).TourPage),
  lazyRoute('*', async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage),
]

const accessRoutes: RouteObject[] = [
  lazyRoute('account', async () => (await import('../pages/account/AccountPage.tsx')).AccountPage),
  lazyRoute('my-work', loadMyWorkPage),
  lazyRoute('inbox', loadInboxPage),
  lazyRoute('projects/add', loadNewProjectPage),
  lazyRoute(
    'projects/import',
    async () => (await import('../pages/project-form/ImportProjectPage.tsx')).ImportProjectPage,
  ),
  lazyRoute(
    'projects/edit/:id',
    async () => (await import('../pages/project-form/EditProjectPage.tsx')).EditProjectPage,
  ),
  lazyRoute('share', async () => (await import('../project/share-target/SharePage.tsx')).SharePage),
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
    children: [{ path: '', element: <Navigate to="/projects" replace /> }, lazyRoute('projects', loadProjectsPage)],
  },
  { element: <RequireAccess />, children: accessRoutes },
  lazyRoute('user', async () => (await import('../pages/user-settings/UserSettingsPage.tsx')).UserSettingsPage),
  lazyRoute('pending', async () => (await import('../pages/sign-in/PendingPage.tsx')).PendingPage),
  lazyRoute('tree2/:id', async () => (await import('../pages/prototype/BreakdownPage.tsx')).BreakdownPage),
  ...prototypeRoutes,
]

const projectRoute = lazyRoute('tree/:id', loadProjectPage)
/** Every view is the same page, so that nothing is opened again when the view changes. */
const projectRoutes: RouteObject[] = planViews.map((view) => ({
  ...projectRoute,
  path: formatViewPath(':id', view).slice(1),
}))

/** This guard is outside the login check: a switched-off board does not exist for anybody. */
const feedbackRoute: RouteObject = {
  element: <RequireFeedbackEnabled />,
  children: [
    {
      element: <RequireLogin />,
      children: [
        {
          element: <RequireAccess />,
          children: [
            lazyRoute('feedback/*', async () => (await import('../pages/feedback/FeedbackPage.tsx')).FeedbackPage),
          ],
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
      {
        element: <IdentifyVisitor />,
        children: [
          ...projectRoutes,
          // Not behind the login: for everybody but operators this address does not exist.
          lazyRoute('admin', async () => (await import('../pages/admin/AdminPage.tsx')).AdminPage),
          lazyRoute('join/:token', async () => (await import('../pages/JoinPage.tsx')).JoinPage),
        ],
      },
      feedbackRoute,
      ...openRoutes,
    ],
  },
]

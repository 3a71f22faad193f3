/** A page and the modules that are loaded on demand before it is ready. The modules of the start are not listed. */
export interface PageRoute {
  /** As in `packages/schema/src/page-paths.ts`; `*` stands for every other path. */
  readonly path: string
  /** Visitors without a session are led to the login page. */
  readonly needsSession: boolean
  /** Paths in `apps/web`. */
  readonly modules: readonly string[]
  /** A module that paints something before the rest of the page runs, so that it is loaded before it. */
  readonly first?: string
  /** Modules that are needed right after: they are loaded when the line has room. */
  readonly later?: readonly string[]
}

/** The module that every page needs after the entry, which the HTML names itself. */
export const start = 'src/start.tsx'
/** Paints the plan of a project before the start. */
export const firstView = 'src/app/first-view.ts'

/** Every page of the product has the top bar and asks what the person may use. */
const frame = [
  'src/app/TopBar.tsx',
  'src/api/account/account-requests.ts',
  'src/api/account/account-refresh.ts',
  // Needed a moment later, and too small for two more requests.
  'src/ui/tooltips.ts',
]
const tree = [firstView, ...frame, 'src/project/screen/ProjectPage.tsx', 'src/project/sync/open-project.ts']
const projects = [...frame, 'src/pages/projects/ProjectsPage.tsx', 'src/pages/projects/UsageNotice.tsx']
const myWork = [...frame, 'src/pages/my-work/MyWorkPage.tsx']
const inbox = [...frame, 'src/pages/inbox/InboxPage.tsx']
const login = ['src/pages/sign-in/LoginPage.tsx', 'src/pages/sign-in/Introduction.tsx']

const open = (path: string, ...modules: readonly string[]): PageRoute => ({ path, needsSession: false, modules })
const personal = (path: string, page: string): PageRoute => ({ path, needsSession: true, modules: [...frame, page] })

/** The modules that the server lets the browser load along with the HTML of each page. */
export const pageRoutes: readonly PageRoute[] = [
  { path: '/', needsSession: true, modules: projects },
  { path: '/projects', needsSession: true, modules: projects },
  { path: '/my-work', needsSession: true, modules: myWork },
  { path: '/inbox', needsSession: true, modules: inbox },
  // The cipher of unsent edits is needed before the plan can be edited, and would be requested last of all.
  {
    path: '/tree/:id',
    needsSession: false,
    modules: tree,
    first: firstView,
    later: ['src/platform/encrypted-storage.ts'],
  },
  open('/tree/:id/outline', ...tree, 'src/project/outline/OutlineView.tsx'),
  open('/tree/:id/timeline', ...tree, 'src/project/timeline/TimelineView.tsx'),
  open('/tree/:id/table', ...tree, 'src/project/table/TableView.tsx'),
  open('/tree/:id/board', ...tree, 'src/project/board/BoardView.tsx'),
  open('/tree/:id/calendar', ...tree, 'src/project/calendar/CalendarView.tsx'),
  open('/login', ...login),
  open('/register', 'src/pages/sign-in/RegisterPage.tsx', 'src/pages/sign-in/Introduction.tsx'),
  open('/recovery', 'src/pages/sign-in/RecoveryPage.tsx'),
  open('/verification', 'src/pages/sign-in/VerificationPage.tsx'),
  open('/error', 'src/pages/sign-in/ErrorPage.tsx'),
  open('/join/:token', 'src/pages/JoinPage.tsx'),
  open('/admin', ...frame, 'src/pages/admin/AdminPage.tsx'),
  open('/pricing', 'src/pages/PricingPage.tsx'),
  open('/hello', 'src/project/tour/TourPage.tsx'),
  personal('/account', 'src/pages/account/AccountPage.tsx'),
  personal('/user', 'src/pages/user-settings/UserSettingsPage.tsx'),
  personal('/pending', 'src/pages/sign-in/PendingPage.tsx'),
  personal('/projects/add', 'src/pages/project-form/NewProjectPage.tsx'),
  personal('/projects/import', 'src/pages/project-form/ImportProjectPage.tsx'),
  personal('/projects/edit/:id', 'src/pages/project-form/EditProjectPage.tsx'),
  personal('/feedback/*', 'src/pages/feedback/FeedbackPage.tsx'),
]

/** Code that is put into one file, except for what other bundles need too (`plan-chunks.ts`). */
export interface Bundle {
  readonly name: string
  readonly modules: readonly string[]
}

/** The tools of the tree, which are loaded once its nodes are painted. */
const projectTools = [
  'src/project/toolbar/ProjectToolbar.tsx',
  'src/project/toolbar/DocumentTools.tsx',
  'src/project/toolbar/ZoomControls.tsx',
  'src/project/search/SearchBar.tsx',
  'src/project/clipboard/watch-clipboard.ts',
  'src/project/actions/offer-unsaved-texts.ts',
  'src/project/comments/resume-comments.ts',
  'src/project/screen/store-picture.ts',
  'src/project/screen/late-parts.tsx',
]

export const pageBundles: readonly Bundle[] = [
  { name: 'project', modules: tree },
  { name: 'project-tools', modules: projectTools },
  // These lists have much in common, and people go from one to the other.
  { name: 'projects', modules: [...projects, ...myWork, ...inbox] },
  { name: 'sign-in', modules: login },
]

/** Pages that need a bundle as a whole. */
export const wholeBundlePages: readonly string[] = [
  '/',
  '/projects',
  '/my-work',
  '/inbox',
  '/tree/:id',
  '/tree/:id/outline',
  '/tree/:id/timeline',
  '/tree/:id/table',
  '/tree/:id/board',
  '/tree/:id/calendar',
  '/hello',
  '/login',
]

/**
 * The paths of the page. The page shows every other path as "not found", and the server answers those with status 404,
 * so that a crawler or a monitor does not mistake a mistyped path for a page. A test checks the page's routes against
 * this list.
 */
export const pagePaths = [
  '/',
  '/login',
  '/register',
  '/recovery',
  '/verification',
  '/error',
  '/dummy',
  '/join/:token',
  '/pricing',
  '/hello',
  '/account',
  '/user',
  '/pending',
  '/share',
  '/my-work',
  '/inbox',
  '/admin',
  '/projects',
  '/projects/add',
  '/projects/import',
  '/projects/edit/:id',
  '/tree/:id',
  '/tree/:id/outline',
  '/tree/:id/timeline',
  '/tree/:id/table',
  '/tree/:id/board',
  '/tree/:id/calendar',
  '/tree2/:id',
  '/feedback/*',
  '/roadmap',
  '/dag',
  '/bubble',
  '/execute',
  '/d3',
  '/d3-randomtree',
  '/d3-transition',
  '/d3-basic',
  '/flare',
  '/d3-force',
  '/d3-tidytree',
  '/enter',
  '/daygrid',
] as const

const patterns = pagePaths.map(
  (path) => new RegExp(`^${path.replace(/\/\*$/, '(?:/.*)?').replaceAll(/:[a-z]+/g, '[^/]+')}/?$`, 'i'),
)

/** Whether the page has a screen for this path (without its query). Like the page's router it ignores case. */
export const isPagePath = (path: string): boolean => patterns.some((pattern) => pattern.test(path))

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listPageData, type PageConfig } from '@espalier/schema'
import { createEtag } from './etag.ts'

/** A page of the build with the files that it needs to be ready. The build writes the list (`apps/web/vite`). */
interface PageRoute {
  /** As in the page's router, such as `/tree/:id`; `*` stands for every other path. */
  readonly path: string
  /** Visitors without a session are led to the login page. */
  readonly needsSession: boolean
  /** Paths in the build's folder, as are the following. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Scripts that paint something before the others run. */
  readonly first?: readonly string[]
  /** Scripts that are needed right after the page is ready. */
  readonly later?: readonly string[]
}

export interface PageVisit {
  /** Without the query. */
  readonly path: string
  /** A guess: false only if the visitor certainly has no session. A wrong one costs time, never rights. */
  readonly mayBeSignedIn: boolean
  /** The API's origin if it is not the page's own. */
  readonly apiOrigin: string | null
  readonly config: PageConfig
}

export interface PageHtml {
  readonly html: string
  readonly etag: string
}

export interface PageBuild {
  /** The HTML for a visit: the built page with the links that let everything load at once. */
  render(visit: PageVisit): PageHtml
  /**
   * The HTML for a visitor who has had that of this build: the scripts are in the browser's cache. A page that paints
   * something before the others run does not name them, because the browser would compile them meanwhile.
   */
  renderAgain(visit: PageVisit): PageHtml
  /** Differs between builds. */
  readonly version: string
}

const routesFile = join('.vite', 'page-routes.json')
/** The build's own link to the configuration, which is useful only where this server does not write the HTML. */
const configLink = /<link rel="preload" href="\/config\.json"[^>]*>/
/** The build's own links to the scripts of the start, which are among those of every page. */
const startLinks = /\s*<link rel="preload" as="script"[^>]*>/g

/** Returns the current build, or null if there is none. The files are read again when a new build has replaced them. */
export function createPageBuildReader(webRoot: string): () => Promise<PageBuild | null> {
  const files = [join(webRoot, 'index.html'), join(webRoot, routesFile)]
  let known: { readonly changedAt: string; readonly build: PageBuild } | null = null
  return async () => {
    const [page, routes] = await Promise.all(files.map(findChangeTime))
    if (page == null) return null
    const changedAt = `${page} ${routes}`
    if (known?.changedAt !== changedAt) known = { changedAt, build: await readPageBuild(webRoot) }
    return known.build
  }
}

const findChangeTime = async (file: string): Promise<number | null> => {
  const found = await stat(file).catch(() => null)
  return found?.isFile() === true ? found.mtimeMs : null
}

async function readPageBuild(webRoot: string): Promise<PageBuild> {
  const [built, listed] = await Promise.all([
    readFile(join(webRoot, 'index.html'), 'utf8'),
    // Without the list the page works, only slower.
    readFile(join(webRoot, routesFile), 'utf8').catch(() => '[]'),
  ])
  const routes = JSON.parse(listed) as readonly PageRoute[]
  const patterns = routes.map((route) => ({ route, pattern: toPattern(route.path) }))
  const findRoute = (path: string): PageRoute | undefined => patterns.find(({ pattern }) => pattern.test(path))?.route
  const findShown = ({ path, mayBeSignedIn }: PageVisit): PageRoute | undefined => {
    const asked = findRoute(path)
    return asked?.needsSession === true && !mayBeSignedIn ? findRoute('/login') : asked
  }
  const render = (visit: PageVisit, shown: PageRoute | undefined): PageHtml => {
    const bare = shown === undefined ? built : built.replaceAll(startLinks, '')
    const html = bare.replace(configLink, () => renderHead(visit))
    const missing = listLinks(shown).filter((link) => !html.includes(`"${link.href}"`))
    const written = html.replace('</head>', () => `${missing.map(({ tag }) => tag).join('')}</head>`)
    return { html: written, etag: createEtag([written]) }
  }
  return {
    version: createEtag([built, listed]),
    render: (visit) => render(visit, findShown(visit)),
    renderAgain(visit) {
      const shown = findShown(visit)
      const paintsFirst = shown?.first !== undefined && shown.first.length > 0
      return render(visit, paintsFirst ? { ...shown, scripts: [], first: [], later: [] } : shown)
    },
  }
}

const toPattern = (path: string): RegExp =>
  path === '*' ? /^/ : new RegExp(`^${path.replace(/\/\*$/, '(?:/.*)?').replaceAll(/:[a-z]+/g, '[^/]+')}/?$`, 'i')

const toLink =
  (rel: string, more = '') =>
  (file: string) => ({
    href: `/${file}`,
    tag: `<link rel="${rel}"${more} crossorigin href="/${file}">`,
  })

/**
 * A browser compiles a module that is preloaded as such as soon as it is there, and a person who waits for the first view
 * would wait for that, too. The line brings the files in this order, and what only the rest of the page needs last.
 */
function listLinks(route: PageRoute | undefined): readonly { readonly href: string; readonly tag: string }[] {
  const { scripts = [], styles = [], first = [], later = [] } = route ?? {}
  const others = scripts.filter((file) => !first.includes(file))
  return [
    ...styles.map(toLink('stylesheet')),
    ...first.map(toLink('modulepreload')),
    ...others.map(first.length > 0 ? toLink('preload', ' as="script" fetchpriority="low"') : toLink('modulepreload')),
    ...later.map(toLink('modulepreload', ' fetchpriority="low"')),
  ]
}

/** The configuration as data, which no policy needs to allow because it is never run, and the data of the start. */
function renderHead({ path, apiOrigin, config }: PageVisit): string {
  const mode = apiOrigin === null ? 'crossorigin' : 'crossorigin="use-credentials"'
  const links = listPageData(path).map(
    (one) => `<link rel="preload" href="${apiOrigin ?? ''}${one.path}" as="fetch" ${mode}>`,
  )
  return `${links.join('')}<script type="application/json" id="page-config">${toScriptText(config)}</script>`
}

/** JSON in which no text can end the element or begin a comment. */
const toScriptText = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

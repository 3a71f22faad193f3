import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

const built = `<!doctype html><html><head><title>Espalier</title>
<link rel="preload" href="/config.json" as="fetch" crossorigin />
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="preload" as="script" crossorigin href="/assets/base-1.js">
<link rel="stylesheet" crossorigin href="/assets/base-1.css">
</head><body><div id="root"></div></body></html>`
const files = (name: string) => ({
  scripts: ['assets/index-1.js', 'assets/base-1.js', 'assets/view-1.js', `assets/${name}-1.js`],
  styles: ['assets/base-1.css', `assets/${name}-1.css`],
})
const routes = [
  { path: '/projects', needsSession: true, ...files('projects') },
  {
    path: '/tree/:id',
    needsSession: false,
    ...files('project'),
    first: ['assets/view-1.js'],
    later: ['assets/cipher-1.js'],
  },
  { path: '/login', needsSession: false, ...files('sign-in') },
]

let webRoot: string
let server: TestServer
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'espalier-page-'))
  await mkdir(join(webRoot, '.vite'))
  await writeFile(join(webRoot, 'index.html'), built)
  await writeFile(join(webRoot, '.vite', 'page-routes.json'), JSON.stringify(routes))
  server = await startTestServer({ webRoot })
})
afterAll(async () => {
  await server.close()
  await rm(webRoot, { recursive: true })
})

const session = 'theme=dark; ory_kratos_session=abc'
async function open(path: string, cookie = '', from: TestServer = server) {
  const response = await fetch(from.url + path, { headers: { accept: 'text/html', cookie } })
  const html = await response.text()
  const links = [...html.matchAll(/<link rel="([\w-]+)"[^>]*>/g)]
  const list = (rel: string, kind = '') =>
    links.filter(([tag, found]) => found === rel && tag.includes(kind)).map(([tag]) => / href="([^"]+)"/.exec(tag)?.[1])
  return {
    response,
    html,
    scripts: list('modulepreload'),
    files: list('preload', 'as="script"'),
    styles: list('stylesheet'),
    data: list('preload', 'as="fetch"'),
  }
}

describe('HTML of a page', () => {
  it('names the files and the data of the tree, each once', async () => {
    const { scripts, files: rest, styles, data } = await open('/tree/5b1c-9', session)
    expect(scripts).toEqual(['/assets/view-1.js', '/assets/cipher-1.js'])
    expect(rest).toEqual(['/assets/base-1.js', '/assets/project-1.js'])
    expect(styles).toEqual(['/assets/base-1.css', '/assets/project-1.css'])
    expect(data).toEqual(['/page-data/session', '/page-data/projects/5b1c-9'])
  })

  it('lets what is needed right after the page load when the line has room', async () => {
    const { html } = await open('/tree/5b1c-9', session)
    expect(html).toContain('<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/cipher-1.js">')
    expect(html).toContain(
      '<link rel="preload" as="script" fetchpriority="low" crossorigin href="/assets/project-1.js">',
    )
  })

  it('lets the scripts of the first view load and compile before all others, which are only loaded', async () => {
    const { html } = await open('/tree/5b1c-9', session)
    const places = ['index', 'view', 'base', 'project', 'cipher'].map((name) => html.indexOf(`/assets/${name}-1.js`))
    expect(places).toEqual([...places].sort((one, other) => one - other))
    expect(places).not.toContain(-1)
    expect((await open('/login')).scripts).toEqual(['/assets/base-1.js', '/assets/view-1.js', '/assets/sign-in-1.js'])
    expect((await open('/login')).files).toEqual([])
  })

  it('names the scripts of the start to a page that the build does not list', async () => {
    expect((await open('/no/such/page')).files).toEqual(['/assets/base-1.js'])
  })

  it('names the data of a tree to visitors without a session, because it may be shared by its link', async () => {
    expect((await open('/tree/5b1c')).data).toEqual(['/page-data/session', '/page-data/projects/5b1c'])
  })

  it('names the list of projects to people and the login page to visitors without a session', async () => {
    const person = await open('/projects?trial=1', session)
    expect([person.scripts.at(-1), person.data]).toEqual(['/assets/projects-1.js', ['/page-data/projects']])
    const visitor = await open('/projects')
    expect([visitor.scripts.at(-1), visitor.data]).toEqual(['/assets/sign-in-1.js', ['/page-data/projects']])
  })

  it('names no data to the login page', async () => {
    const { scripts, data } = await open('/login')
    expect([scripts.at(-1), data]).toEqual(['/assets/sign-in-1.js', []])
  })

  it.each(['/tree/%22%3E%3Cscript%3E', '/tree/a%20b', '/tree/..%2f..', `/tree/${'a'.repeat(65)}`])(
    'writes nothing of the hostile path %s into the HTML',
    async (path) => {
      const { html, data } = await open(path, session)
      expect(data).toEqual(['/page-data/session'])
      expect(html).not.toContain(path.slice('/tree/'.length))
    },
  )

  it('contains the configuration as data, in which no text can end the element', async () => {
    const productName = '</script><script>alert(1)</script><!--\u2028'
    const other = await startTestServer({
      webRoot,
      pageConfig: () => ({
        productName,
        hosts: [],
        signup: 'open',
        socialProviders: [],
        features: { billing: 'local', trialDays: 14, ai: 'outline', feedback: 'builtin', outbox: true },
      }),
    })
    const { html, response } = await open('/login', '', other)
    const text = /<script type="application\/json" id="page-config">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(text)).toMatchObject({ productName })
    expect(text).not.toContain('<')
    expect(html).not.toContain('href="/config.json"')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
    await other.close()
  })

  it('confirms an unchanged page without a body, for each route and kind of visitor', async () => {
    const { response } = await open('/projects', session)
    const headers = { accept: 'text/html', 'if-none-match': response.headers.get('etag') ?? '' }
    const ask = (path: string, cookie: string) => fetch(server.url + path, { headers: { ...headers, cookie } })
    expect((await ask('/projects', session)).status).toBe(304)
    expect((await ask('/projects', '')).status).toBe(200)
    expect((await ask('/tree/5b1c', session)).status).toBe(200)
  })

  it('names no scripts to a browser that has had this tree, because they would be compiled beside its picture', async () => {
    const path = '/tree/5b1c-9'
    const askWith = async (etag: string) => {
      const headers = { accept: 'text/html', cookie: session, 'if-none-match': etag }
      const response = await fetch(server.url + path, { headers })
      return { status: response.status, etag: response.headers.get('etag') ?? '', html: await response.text() }
    }
    const first = (await open(path, session)).response.headers.get('etag') ?? ''
    const again = await askWith(first)
    expect(again.status).toBe(200)
    expect(again.html.match(/assets\/[\w-]+\.\w+/g)).toEqual([
      'assets/index-1.js',
      'assets/base-1.css',
      'assets/project-1.css',
    ])
    expect(again.html).toContain('/page-data/projects/5b1c-9')
    expect(await askWith(again.etag)).toMatchObject({ status: 304, html: '' })
    // The scripts of another build are not in the browser's cache.
    const afterDeployment = await askWith('W/"of-another-build"')
    expect([afterDeployment.status, afterDeployment.etag]).toEqual([200, first])
  })

  it('names the data at the host of the API, with cookies, where that is another one', async () => {
    const env = { WEB_URL: 'https://app.example.com', RATE_LIMITS: 'on' }
    const split = await startTestServer({ webRoot, env })
    // The cookie belongs to the API's host, so its absence says nothing.
    const { html, data } = await open('/projects', '', split)
    expect(data).toEqual(['https://api.example.com/page-data/projects'])
    expect(html).toContain('as="fetch" crossorigin="use-credentials"')
    await split.close()
  })

  it('reads a new build without a restart', async () => {
    const before = (await open('/login')).html
    await writeFile(join(webRoot, 'index.html'), built.replace('<title>Espalier', '<title>Newer'))
    expect((await open('/login')).html).not.toBe(before)
    await writeFile(join(webRoot, 'index.html'), built)
  })
})

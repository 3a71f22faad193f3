import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import { isPagePath, type PageConfig } from '@espalier/schema'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendErrorResponse, wantsHtml } from './error-responses.ts'
import { addVary, matchesEtag } from './etag.ts'
import type { Origins } from './origins.ts'
import type { PageBuild, PageHtml } from './page-html.ts'
import { findPathArea, stripQuery } from './request-log.ts'
import { requestTexts } from '../../texts/requests.ts'

const assetRetentionMs = 7 * 86_400_000
const replacedListFile = 'replaced.json'

/** When each file left the build, in milliseconds. */
type ReplacedAt = Readonly<Record<string, number>>

interface AssetFolders {
  /** The folder of the built page. */
  readonly webRoot: string
  /** A folder that outlives the build: a new image or a new build replaces the first one. */
  readonly keptRoot: string
}

/**
 * Copies this build's assets, so that pages opened before the next deployment can still load the parts they have not
 * used yet. Files that have not been part of the build for a week are removed.
 */
export async function retainBuildAssets({ webRoot, keptRoot }: AssetFolders, nowMs: number): Promise<void> {
  const [source, target] = [join(webRoot, 'assets'), join(keptRoot, 'assets')]
  await mkdir(target, { recursive: true })
  const current = new Set(await readdir(source).catch(() => []))
  const kept = new Set(await readdir(target))
  const replacedBefore = await readReplacedList(keptRoot)
  const replaced = [...kept]
    .filter((name) => !current.has(name))
    .map((name) => [name, replacedBefore[name] ?? nowMs] as const)
  const isExpired = ([, sinceMs]: readonly [string, number]) => nowMs - sinceMs > assetRetentionMs
  for (const [name] of replaced.filter(isExpired)) await rm(join(target, name), { force: true })
  // The names contain a hash of the content, so an existing file is the same file.
  for (const name of current) if (!kept.has(name)) await copyFile(join(source, name), join(target, name))
  const remaining = Object.fromEntries(replaced.filter((one) => !isExpired(one)))
  await writeFile(join(keptRoot, replacedListFile), JSON.stringify(remaining))
}

async function readReplacedList(keptRoot: string): Promise<ReplacedAt> {
  try {
    return JSON.parse(await readFile(join(keptRoot, replacedListFile), 'utf8')) as ReplacedAt
  } catch {
    return {}
  }
}

const pageFile = 'index.html'
const yearMs = 31_536_000_000
// Matches a single name with an extension directly in the folder; compressed copies are sent under the original name
// only.
const fileName = /^\/([\w-]+(?:\.[\w-]+)+)$/
const compressedCopy = /\.(br|gz)$/

interface PageFolders {
  /** The folder of the built page. */
  readonly webRoot: string
  /** The folder for assets of earlier builds; null if none are kept. */
  readonly keptRoot: string | null
}

interface PageOptions extends PageFolders {
  readonly origins: Origins
  /** Null while there is no build. */
  readBuild(): Promise<PageBuild | null>
  pageConfig(request: FastifyRequest): PageConfig
  /** Whether the caller may know of this page. For others its path does not exist. */
  mayOpen(path: string, request: FastifyRequest): Promise<boolean>
  /** Whether the session's cookie would come with a request for the page: then its absence tells something. */
  readonly seesSessions: boolean
}

/** What the rules for other origins add to a response. */
const originHeaders = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-expose-headers',
] as const

export async function addPageRoutes(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { webRoot, origins } = options
  const keptRoot = await tryToKeepAssets(options, app.log)
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    // Files are compressed once at build time. A response for one request is worth little effort.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  })
  await app.register(fastifyStatic, {
    root: keptRoot === null ? webRoot : [webRoot, keptRoot],
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
  })
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    handler: async (request, reply) => {
      const name = request.params['*']
      if (compressedCopy.test(name)) return reply.callNotFound()
      // A browser names its origin when it imports a file, and not when it fetches it. Both must find the same stored
      // file: with `Vary: Origin` every part would be transferred twice, and not be found without a network.
      for (const header of originHeaders) reply.removeHeader(header)
      reply.header('vary', 'accept-encoding')
      return reply.sendFile(`assets/${name}`, { maxAge: yearMs, immutable: true })
    },
  })
  // The rate limits are attached to routes, and this handler is not a route.
  const limited = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {}
  app.setNotFoundHandler(limited, async (request, reply) => {
    const file = await findPageFile(webRoot, request)
    if (file === null) return sendErrorResponse(request, reply, notFoundResponse)
    // The API's own host has no page, so navigations are redirected to the page.
    if (origins.isApiHost(request)) return reply.redirect(origins.webOriginFor(request) + request.url, 302)
    addVary(reply, 'accept-encoding')
    if (file === pageFile) return sendPage(request, reply, options)
    return reply.sendFile(file, { cacheControl: false }).header('cache-control', 'no-cache')
  })
}

const sessionCookie = /(?:^|;\s*)ory_kratos_session=/

/** The HTML contains nothing personal: it only names what the browser should begin to load. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, options: PageOptions): Promise<FastifyReply> {
  const { origins, seesSessions } = options
  const build = await options.readBuild()
  if (build === null) return sendErrorResponse(request, reply, notFoundResponse)
  const path = stripQuery(request.url)
  const visit = {
    path,
    mayBeSignedIn: !seesSessions || sessionCookie.test(request.headers.cookie ?? ''),
    apiOrigin: origins.isSplit ? origins.apiOriginFor(request) : null,
    config: options.pageConfig(request),
  }
  const [first, again] = [build.render(visit), build.renderAgain(visit)]
  const hasEtag = ({ etag }: PageHtml): boolean => matchesEtag(request.headers['if-none-match'], etag)
  const { html, etag } = hasEtag(first) || hasEtag(again) ? again : first
  // A path without a screen shows the page's own "not found" with the matching status.
  const isKnown = isPagePath(path) && (await options.mayOpen(path, request))
  reply.header('cache-control', 'no-cache').header('etag', etag)
  if (isKnown && hasEtag(again)) return reply.code(304).send()
  return reply
    .code(isKnown ? 200 : 404)
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Null if they cannot be kept; then open pages lose parts that a deployment replaces. */
async function tryToKeepAssets({ webRoot, keptRoot }: PageFolders, log: FastifyBaseLogger): Promise<string | null> {
  if (keptRoot === null) return null
  try {
    await retainBuildAssets({ webRoot, keptRoot }, Date.now())
    return keptRoot
  } catch (error) {
    log.warn(
      { err: error },
      'the assets of this build could not be kept for pages that are open during the next deployment',
    )
    return null
  }
}

const notFoundResponse = { status: 404, message: requestTexts.notFound, extensions: { code: 'NOT_FOUND' } } as const

/** The file for a path without a route: the file itself, or the page, which routes by the URL. */
async function findPageFile(webRoot: string, request: FastifyRequest): Promise<string | null> {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (!isReading || findPathArea(request.url) !== 'page') return null
  const path = stripQuery(request.url)
  const name = fileName.exec(path)?.[1]
  if (name !== undefined && !compressedCopy.test(name) && (await isFile(join(webRoot, name)))) return name
  const isPage = wantsHtml(request) || (acceptsAnything(request) && !/\.\w+$/.test(path))
  return isPage && (await isFile(join(webRoot, pageFile))) ? pageFile : null
}

const acceptsAnything = ({ headers }: FastifyRequest): boolean =>
  headers.accept === undefined || headers.accept.includes('*/*')

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

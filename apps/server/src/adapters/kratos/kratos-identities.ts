import { normalizeEmail } from '@espalier/domain'
import { z } from 'zod'
import { type Identities, IdentityUnavailableError, type Person } from '../../ports/identities.ts'
import { readBodyText } from '../../reliability/http-client.ts'
import { withTimeout } from '../../reliability/timeout.ts'

// An operator's own schema may use these names for something else, which counts as absent.
const optionalText = z.string().nullish().catch(null)
const identityShape = z.object({
  id: z.string().min(1),
  state: optionalText,
  traits: z.object({ email: z.string(), firstname: optionalText, lastname: optionalText }),
  // The data of other programs stays: it is sent back completely when the status changes.
  verifiable_addresses: z
    .array(z.object({ value: z.string(), verified: z.boolean() }))
    .nullish()
    .catch(null),
  metadata_public: z.looseObject({ picture: optionalText, status: optionalText }).nullish(),
})
const sessionShape = z.object({
  id: z.string().min(1),
  active: z.boolean(),
  identity: identityShape,
  authenticated_at: z.iso.datetime({ offset: true }).nullish().catch(null),
})

type KratosIdentity = z.infer<typeof identityShape>
type KratosSession = z.infer<typeof sessionShape>

function parseKratosAnswer<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const parsed = shape.safeParse(value)
  // Treating an unexpected response as "signed out" would sign everybody out at once.
  if (!parsed.success)
    throw new IdentityUnavailableError(
      `the identity service sent an unexpected response: ${listIssuePaths(parsed.error)}`,
    )
  return parsed.data
}

const listIssuePaths = (error: z.ZodError): string => error.issues.map(({ path }) => path.join('.')).join(', ')

const parseIdentity = (value: unknown): KratosIdentity => parseKratosAnswer(identityShape, value)
const parseIdentities = (value: unknown): readonly KratosIdentity[] => parseKratosAnswer(z.array(identityShape), value)
const parseSession = (value: unknown): KratosSession => parseKratosAnswer(sessionShape, value)

interface KratosResponse {
  readonly status: number
  readonly body: string
}

type SendKratosRequest = (address: string, init?: RequestInit) => Promise<KratosResponse>

const maxAnswerBytes = 1_000_000

/** Requests JSON, follows no redirects and limits the total time. Any failure counts as unavailable. */
const createKratosRequester =
  (waitMs: number): SendKratosRequest =>
  async (address, init = {}) => {
    const headers = { ...init.headers, accept: 'application/json' }
    try {
      return await withTimeout(waitMs, async (signal) => {
        const answer = await fetch(address, { ...init, headers, redirect: 'error', signal })
        return { status: answer.status, body: await readBodyText(answer, signal, maxAnswerBytes) }
      })
    } catch (error) {
      throw new IdentityUnavailableError('the identity service did not answer', { cause: error })
    }
  }

function parseKratosBody({ status, body }: KratosResponse): unknown {
  if (status < 200 || status > 299) throw new IdentityUnavailableError(`the identity service answered ${status}`)
  try {
    return JSON.parse(body) as unknown
  } catch (error) {
    throw new IdentityUnavailableError('the identity service did not send JSON', { cause: error })
  }
}

const stripTrailingSlash = (url: string): string => url.replace(/\/+$/, '')

interface KratosAdminApi {
  read(id: string): Promise<KratosIdentity | null>
  find(email: string): Promise<KratosIdentity | null>
  setStatus(id: string, status: string): Promise<void>
  remove(id: string): Promise<void>
}

/** The part of the admin API that the product uses. */
function createKratosAdminApi(sendRequest: SendKratosRequest, adminUrl: string | null): KratosAdminApi {
  const all = () => {
    if (adminUrl === null) throw new IdentityUnavailableError('IDENTITY_ADMIN_URL is not set')
    return `${stripTrailingSlash(adminUrl).replace(/\/admin$/, '')}/admin/identities`
  }
  const one = (id: string) => `${all()}/${encodeURIComponent(id)}`

  const read = async (id: string): Promise<KratosIdentity | null> => {
    if (!isNamed(id)) return null
    const answer = await sendRequest(one(id))
    return answer.status === 404 || answer.status === 400 ? null : parseIdentity(parseKratosBody(answer))
  }

  return {
    read,
    async find(email) {
      const query = new URLSearchParams({ credentials_identifier: normalizeEmail(email) })
      const [found] = parseIdentities(parseKratosBody(await sendRequest(`${all()}?${query}`)))
      return found ?? null
    },
    async setStatus(id, status) {
      const found = await read(id)
      if (found === null) throw new Error('there is no such identity')
      // The whole object is sent, because it may be null, and a path into null is refused.
      const patch = [{ op: 'add', path: '/metadata_public', value: { ...found.metadata_public, status } }]
      const headers = { 'content-type': 'application/json' }
      parseKratosBody(await sendRequest(one(id), { method: 'PATCH', headers, body: JSON.stringify(patch) }))
    },
    async remove(id) {
      if (!isNamed(id)) return
      const { status } = await sendRequest(one(id), { method: 'DELETE' })
      // Kratos deletes the sessions of an identity together with it.
      if (status !== 204 && status !== 404 && status !== 400)
        throw new IdentityUnavailableError(`the identity service answered ${status}`)
    },
  }
}

/** An id of dots would leave the collection path. */
const isNamed = (id: string): boolean => !/^\.*$/.test(id)

interface KratosOptions {
  /** The public API, such as https://id.example.com or https://example.com/kratos. */
  readonly url: string
  /** The admin API, which has no authentication: strangers must not be able to reach it. */
  readonly adminUrl: string | null
  /** Whether an address counts only after Kratos has verified it. */
  readonly verifiesEmail?: boolean
  readonly waitMs?: number
}

export function createKratosIdentities({
  url,
  adminUrl,
  verifiesEmail = false,
  waitMs = 3_000,
}: KratosOptions): Identities {
  const sendRequest = createKratosRequester(waitMs)
  const people = createKratosAdminApi(sendRequest, adminUrl)
  return {
    async whoami({ cookie }) {
      if (cookie === undefined || cookie === '') return null
      const answer = await sendRequest(`${stripTrailingSlash(url)}/sessions/whoami`, { headers: { cookie } })
      // 403 asks for a second factor: until then nobody is signed in.
      if (answer.status === 401 || answer.status === 403) return null
      const session = parseSession(parseKratosBody(answer))
      if (!session.active) return null
      const person = toPerson(session.identity)
      const isEmailUnproven = verifiesEmail && !hasVerifiedEmail(session.identity)
      const unverified = session.identity.verifiable_addresses?.findLast(({ verified }) => !verified)
      return {
        sessionId: session.id,
        ...(session.authenticated_at != null && { authenticatedAt: new Date(session.authenticated_at) }),
        person: {
          ...person,
          ...(isEmailUnproven && { isEmailUnproven }),
          ...(unverified !== undefined && { unverifiedEmail: unverified.value }),
        },
      }
    },
    findById: async (id) => toPersonOrNull(await people.read(id)),
    async findByEmail(email) {
      const found = await people.find(email)
      return found !== null && verifiesEmail && !hasVerifiedEmail(found) ? null : toPersonOrNull(found)
    },
    setStatus: (id, status) => people.setStatus(id, status),
    remove: (id) => people.remove(id),
  }
}

const hasVerifiedEmail = ({ traits, verifiable_addresses: addresses }: KratosIdentity): boolean =>
  (addresses ?? []).some(({ value, verified }) => verified && normalizeEmail(value) === normalizeEmail(traits.email))

const toPersonOrNull = (found: KratosIdentity | null): Person | null => (found === null ? null : toPerson(found))

const toPerson = ({ id, state, traits, metadata_public: metadata }: KratosIdentity): Person => ({
  id,
  email: traits.email,
  firstname: traits.firstname ?? null,
  lastname: traits.lastname ?? null,
  picture: metadata?.picture ?? null,
  status: metadata?.status ?? null,
  ...(state === 'inactive' && { isDeactivated: true }),
})

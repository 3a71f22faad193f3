import { defaultProjectFilter } from '@espalier/domain'
import {
  forgetDataPath,
  inboxDataPath,
  inboxFirstPage,
  myWorkDataPath,
  myWorkFirstPage,
  type PageSession,
  projectsDataPath,
  sessionDataPath,
  type TypedDocument,
} from '@espalier/schema'
import { accountQuery, accountUsageQuery } from '@espalier/schema/documents/account'
import { deviceKeysQuery } from '@espalier/schema/documents/device-keys'
import { notificationsQuery } from '@espalier/schema/documents/inbox'
import { unreadCountQuery } from '@espalier/schema/documents/inbox-badge'
import { myWorkQuery } from '@espalier/schema/documents/my-work'
import { nodesQuery, projectQuery } from '@espalier/schema/documents/open-project'
import { publicUserByIdQuery } from '@espalier/schema/documents/people'
import { projectsQuery } from '@espalier/schema/documents/projects'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { OperationRequest } from '../../api/parse-request.ts'
import type { Authenticate, Viewer } from '../../api/viewer.ts'
import type { Admission, Admitted } from '../http/admission.ts'
import { sendErrorResponse } from '../http/error-responses.ts'
import { addVary, createEtag, matchesEtag } from '../http/etag.ts'
import type { Metrics } from '../http/monitoring.ts'
import { type GraphqlAnswer, type GraphqlEngine, toJsonPieces } from './engine.ts'
import { prepareOperations, runOperations, sumRequestWork } from './run-operations.ts'
import { holdLongAnswer, leaveWhenSent, sendPieces, tooManyLongAnswers } from './send-pieces.ts'

interface PageDataOptions {
  readonly engine: GraphqlEngine
  readonly authenticate: Authenticate
  readonly admission: Admission
  readonly metrics: Metrics
  /** Differs between builds: another build may answer the same operation with other content. */
  readBuildVersion(): Promise<string>
}

/** The answer of one address: the operations that the page would send, run with the same checks and limits. */
interface PageDataContent {
  readonly requests: readonly OperationRequest[]
  /** Whether the browser may store it and revalidate it. A session is never stored. */
  readonly isStored: boolean
  readonly session?: PageSession | null
}

const toRequest = <Variables extends Readonly<Record<string, unknown>>>(
  { name, text }: TypedDocument<unknown, Variables>,
  variables: Variables,
): OperationRequest => ({ query: text, operationName: name, variables, operationId: null })

const account = toRequest(accountQuery, {})

/** The data that says who is signed in, with what the page then asks for that person. */
const sessionRequests: Readonly<Record<string, (personId: string) => readonly OperationRequest[]>> = {
  [sessionDataPath]: () => [account, toRequest(deviceKeysQuery, {})],
  [projectsDataPath]: (id) => [
    account,
    toRequest(projectsQuery, { filter: defaultProjectFilter }),
    toRequest(accountUsageQuery, {}),
    // The owner of most projects in the list.
    toRequest(publicUserByIdQuery, { id }),
  ],
  [myWorkDataPath]: () => [account, toRequest(deviceKeysQuery, {}), toRequest(myWorkQuery, myWorkFirstPage)],
  [inboxDataPath]: () => [
    account,
    toRequest(deviceKeysQuery, {}),
    toRequest(notificationsQuery, inboxFirstPage),
    toRequest(unreadCountQuery, {}),
  ],
}

/** Answers for the start of the page, which its HTML begins to load (decision 0051). */
export function pageDataRoutes(options: PageDataOptions): FastifyPluginAsync {
  return async (app) => {
    for (const [path, listRequests] of Object.entries(sessionRequests)) {
      app.get(path, async (request, reply) => {
        const viewer = await options.authenticate({ cookie: request.headers.cookie })
        const content: PageDataContent =
          viewer.kind === 'person'
            ? { requests: listRequests(viewer.person.id), isStored: false, session: toPageSession(viewer) }
            : { requests: [], isStored: false, session: null }
        return answerPageData({ request, reply, viewer, content }, options)
      })
    }
    app.get<{ Params: { id: string } }>(`${projectsDataPath}/:id`, async (request, reply) => {
      const { id } = request.params
      const viewer = await options.authenticate({ cookie: request.headers.cookie })
      // The project comes first: a seq read after the nodes would hide changes made in between.
      const requests = [toRequest(projectQuery, { id }), toRequest(nodesQuery, { projectId: id })]
      return answerPageData({ request, reply, viewer, content: { requests, isStored: true } }, options)
    })
    // Only a response can make a browser drop what it has stored.
    app.get(forgetDataPath, async (_request, reply) =>
      reply.code(204).header('cache-control', 'no-store').header('clear-site-data', '"cache"').send(),
    )
  }
}

const toPageSession = ({ person }: Extract<Viewer, { kind: 'person' }>): PageSession => {
  const { id, email, firstname, lastname, picture, status, unverifiedEmail } = person
  return {
    identity: {
      id,
      traits: { email, firstname, lastname },
      metadata_public: { picture, status },
      verifiable_addresses: unverifiedEmail === undefined ? [] : [{ value: unverifiedEmail, verified: false }],
    },
  }
}

interface PageDataCall {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly viewer: Viewer
  readonly content: PageDataContent
}

async function answerPageData(call: PageDataCall, options: PageDataOptions): Promise<FastifyReply> {
  const { request, reply, viewer } = call
  const { engine, admission, metrics } = options
  const { id: requestId, log } = request
  const operations = await prepareOperations(engine, call.content.requests)
  const admitted = await admission.admit({ viewer, address: request.ip }, { work: sumRequestWork(operations) })
  const { budget } = admitted
  const running = { engine, clientId: null, requestId, log, viewer, budget, count: metrics.countOperation }
  const run: RunSome = (from, to) => runOperations(operations.slice(from, to), running)
  const answered = answerUnlessKnown(call, options, run)
  void leaveWhenSent(reply, answered, admitted)
  void answered.finally(() => admitted.endReading()).catch(() => undefined)
  const pieces = await answered
  return pieces === null ? reply.code(304).send() : sendData(request, reply, admitted, pieces)
}

type RunSome = (from: number, to?: number) => Promise<GraphqlAnswer[]>

/**
 * Runs the first operation, which checks the rights and contains the project's seq, and the others only if the caller
 * does not have their answers yet. Null: the caller has everything.
 */
async function answerUnlessKnown(
  { request, reply, viewer, content }: PageDataCall,
  { readBuildVersion }: PageDataOptions,
  run: RunSome,
): Promise<readonly string[] | null> {
  const { requests, session, isStored } = content
  const personId = viewer.kind === 'person' ? viewer.person.id : null
  const first = await run(0, 1)
  const isRefused = first.some(({ errors }) => errors !== undefined)
  // Another person's browser, or the same one after a sign-in, must not reuse this response without asking.
  addVary(reply, 'cookie')
  reply.header('cache-control', isStored && !isRefused ? 'private, no-cache' : 'no-store')
  if (isStored && !isRefused) {
    const queries = requests.map(({ query }) => query)
    const etag = createEtag([await readBuildVersion(), String(personId), ...queries, ...first.flatMap(toJsonPieces)])
    reply.header('etag', etag)
    if (matchesEtag(request.headers['if-none-match'], etag)) return null
  }
  const answers = isRefused ? first : [...first, ...(await run(1))]
  const start = { personId, ...(session !== undefined && { session }) }
  return [
    `${JSON.stringify(start).slice(0, -1)},"answers":[`,
    ...answers.flatMap((answer, index) => toAnswerPieces(requests[index], answer, index === 0)),
    ']}',
  ]
}

const toAnswerPieces = (
  asked: OperationRequest | undefined,
  answer: GraphqlAnswer,
  isFirst: boolean,
): readonly string[] => {
  const { query, variables } = asked ?? {}
  const start = `${isFirst ? '' : ','}${JSON.stringify({ query, variables }).slice(0, -1)},"answer":`
  return [start, ...toJsonPieces(answer), '}']
}

function sendData(
  request: FastifyRequest,
  reply: FastifyReply,
  admitted: Admitted,
  pieces: readonly string[],
): FastifyReply {
  if (!holdLongAnswer(reply, admitted)) return sendErrorResponse(request, reply, tooManyLongAnswers)
  return sendPieces(reply.type('application/json; charset=utf-8'), pieces)
}

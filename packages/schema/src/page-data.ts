/**
 * The requests of the page at every start, answered by the server in responses that the HTML begins to load: who is
 * signed in, and the project or the list that the address shows. Server and page derive the same addresses from the
 * page's path, so that the browser matches the page's request with the one the HTML began.
 */
export interface PageData {
  /** The person that the answers are for; null: a visitor without a session. */
  readonly personId: string | null
  /** The person in the shape of the identity service's whoami; null: nobody. The first data of a page has it. */
  readonly session?: PageSession | null
  readonly answers: readonly PageDataAnswer[]
}

export interface PageSession {
  readonly identity: {
    readonly id: string
    readonly traits: { readonly email: string; readonly firstname: string | null; readonly lastname: string | null }
    readonly metadata_public: { readonly picture: string | null; readonly status: string | null }
    readonly verifiable_addresses: readonly { readonly value: string; readonly verified: boolean }[]
  }
}

/** The answer to one operation, as the API would send it. */
interface PageDataAnswer {
  /** The exact text: a page of another build asks for other fields and must not use this answer. */
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly answer: { readonly data?: unknown; readonly errors?: readonly unknown[] }
}

export interface PageDataRequest {
  /** The path at the API's origin. */
  readonly path: string
  /** The names of the operations that it answers. */
  readonly operations: readonly string[]
}

export const sessionDataPath = '/page-data/session'
export const projectsDataPath = '/page-data/projects'
export const myWorkDataPath = '/page-data/my-work'
/** The variables of the first page of "My work": server and page must ask for the same. */
export const myWorkFirstPage = { first: 100, after: null } as const
export const inboxDataPath = '/page-data/inbox'
/** The variables of the first page of the inbox. */
export const inboxFirstPage = { first: 50, before: null } as const
/** Makes the browser drop the responses that it keeps to revalidate them. */
export const forgetDataPath = '/page-data/forget'

const sessionRequest: PageDataRequest = {
  path: sessionDataPath,
  operations: ['Account', 'DeviceKeys'],
}
const projectsRequest: PageDataRequest = {
  path: projectsDataPath,
  operations: ['Account', 'Projects', 'AccountUsage', 'PublicUserById'],
}
const myWorkRequest: PageDataRequest = {
  path: myWorkDataPath,
  operations: ['Account', 'DeviceKeys', 'MyWork'],
}
const inboxRequest: PageDataRequest = {
  path: inboxDataPath,
  operations: ['Account', 'DeviceKeys', 'Notifications', 'UnreadCount'],
}
const toProjectRequest = (id: string): PageDataRequest => ({
  path: `${projectsDataPath}/${id}`,
  operations: ['Project', 'Nodes'],
})

// These pages are open to everybody and do not ask who is there.
const signInPath = /^\/(?:login|register|recovery|verification|error|dummy)\/?$/i
const projectsPath = /^\/(?:projects\/?)?$/i
const myWorkPath = /^\/my-work\/?$/i
const inboxPath = /^\/inbox\/?$/i
// Anything else is no id of a project, and must not get into the HTML.
const treePath = /^\/tree\/([\w-]{1,64})\/?$/i

/** Lists the data that a path of the page (without its query) needs. The first says who is signed in. */
export function listPageData(path: string): readonly PageDataRequest[] {
  if (signInPath.test(path)) return []
  const projectId = treePath.exec(path)?.[1]
  if (projectId !== undefined) return [sessionRequest, toProjectRequest(projectId)]
  if (myWorkPath.test(path)) return [myWorkRequest]
  if (inboxPath.test(path)) return [inboxRequest]
  return [projectsPath.test(path) ? projectsRequest : sessionRequest]
}

import { randomUUID } from 'node:crypto'
import { escapeHtml } from '@espalier/domain'
import type { Page } from '@playwright/test'
import type { Person } from '../support/person.ts'
import { askMany, storablePayloads } from './hostile-data.ts'
import { type HostilePerson, joinLines, lines, pickNames } from './hostile-names.ts'

export const listSizes = {
  tags: 200,
  stages: 20,
  fields: 50,
  views: 100,
  tokens: 50,
  tagsOfNode: 20,
  webhooks: 20,
} as const

const operations = {
  project: 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }',
  nodes: 'query ($projectId: ID!) { nodes(projectId: $projectId) { id title } }',
  comment: `mutation ($id: ID, $nodeId: ID!, $parentId: ID, $body: String!) {
    addComment(id: $id, nodeId: $nodeId, parentId: $parentId, body: $body) { id } }`,
  resolve: 'mutation ($id: ID!) { resolveThread(id: $id, isResolved: true) { id } }',
  update: 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }',
  change: 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }',
  askForAccess: 'mutation ($id: ID!) { askForAccess(projectId: $id) }',
  invite: `mutation ($id: ID!, $email: String!, $message: String) {
    inviteToProject(projectId: $id, email: $email, role: "viewer", message: $message) { id } }`,
  link: 'mutation ($id: ID!) { createInviteLink(projectId: $id, role: "viewer") { link } }',
  propose: `mutation ($id: ID!, $title: String!, $reason: String!, $changes: [JSON!]!) {
    createProposal(projectId: $id, title: $title, reason: $reason, changes: $changes) { id } }`,
  token: `mutation ($name: String!) {
    createAccessToken(data: { name: $name, role: editor }) { secret } }`,
  webhook: `mutation ($id: ID!, $url: String!) {
    createWebhook(projectId: $id, url: $url, events: ["proposal.created"]) { webhook { url } } }`,
} as const

type OperationName = keyof typeof operations

/** Sends one operation as one of the people, and fails if the server refuses it. */
export async function act(person: Person, origin: string, name: OperationName, variables: object) {
  const { data, codes } = await person.ask(origin, operations[name], variables)
  if (data === null || codes.length > 0) throw new Error(`${name}: ${codes.join(' ')}`)
  return data
}

/** Sends one operation for each of the variables as the operator, and fails if the server refuses one. */
export async function actMany<Answer>(page: Page, name: OperationName, all: readonly object[]) {
  const answers = await askMany<Answer>(
    page,
    all.map((variables) => ({ query: operations[name], variables: { ...variables } })),
  )
  return answers.map((answer, at) => {
    if (answer === null) throw new Error(`${name} was refused: ${JSON.stringify(all[at])}`)
    return answer
  })
}

/** Texts for mails and proposals, which together contain every payload. */
export const messages: readonly string[] = joinLines(1_000)

export interface HostileProject {
  readonly projectId: string
  readonly title: string
  /** One for each line: its title is that line as text, after its number. */
  readonly nodeIds: readonly string[]
}

/** Creates a project of the operator in which everybody is an editor, and mails them a message. */
export async function shareHostileProject(page: Page, people: readonly HostilePerson[]): Promise<HostileProject> {
  // It is short, because a mail cuts long lines, and the titles of nodes follow it there.
  const title = '<svg onload=xss()>'
  const nodes = lines.map((line, at) => ({
    id: `n${at}`,
    parentIds: at === 0 ? [] : ['n0'],
    title: `${at} ${escapeHtml(line)}`,
  }))
  const json = { format: 'espalier', version: 1, project: { title: 'x' }, nodes }
  type Made = { readonly createProject: { readonly id: string } }
  const [made] = await actMany<Made>(page, 'project', [{ data: { title, json } }])
  const projectId = made?.createProject.id ?? ''
  const shares = people.map(({ id }, at) => {
    const notificationText = messages[at % messages.length]
    return { id: projectId, data: { sharing: { changes: { [id]: 'editor' }, notify: true, notificationText } } }
  })
  await actMany(page, 'change', shares)
  type Nodes = { readonly nodes: readonly { readonly id: string; readonly title: string }[] }
  const [stored] = await actMany<Nodes>(page, 'nodes', [{ projectId }])
  const inOrder = (stored?.nodes ?? []).toSorted(
    (one, other) => Number.parseInt(one.title) - Number.parseInt(other.title),
  )
  return { projectId, title, nodeIds: inOrder.map(({ id }) => id) }
}

/** Writes every payload as markup into a comment and a reply of one node, and as text into the reply. */
export async function writeComments(page: Page, nodeId: string): Promise<readonly string[]> {
  const threads = storablePayloads.map((payload) => ({ id: randomUUID(), nodeId, body: `<p>Comment</p>${payload}` }))
  await actMany(page, 'comment', threads)
  const replies = storablePayloads.map((payload, at) => ({
    nodeId,
    parentId: threads[at]?.id,
    body: `<p>${escapeHtml(payload)}</p>${payload}`,
  }))
  await actMany(page, 'comment', replies)
  return threads.map(({ id }) => id)
}

/** Lets each of the people answer, mention the operator on their share of the nodes, assign, and propose a change. */
export async function actAsEverybody(
  origin: string,
  people: readonly HostilePerson[],
  plan: HostileProject & { readonly threadIds: readonly string[]; readonly operatorId: string },
): Promise<void> {
  const { projectId, nodeIds, threadIds, operatorId } = plan
  const [talkedId = ''] = nodeIds
  const mention = `<p><a data-user-id="${operatorId}">@operator</a> look</p>`
  const actAsPerson = async (person: HostilePerson, at: number): Promise<void> => {
    const send = (name: OperationName, variables: object) => act(person, origin, name, variables)
    await send('comment', { nodeId: talkedId, parentId: threadIds[at], body: '<p>My answer</p>' })
    for (let node = at; node < nodeIds.length; node += people.length)
      await send('comment', { nodeId: nodeIds[node], body: mention })
    await send('update', { id: nodeIds[at + 1], data: { assigneeIds: [person.id, operatorId] } })
    await send('propose', {
      id: projectId,
      title: lines[at],
      reason: messages[at % messages.length],
      changes: [{ op: 'update', id: nodeIds[at + 1], data: { title: escapeHtml(lines.at(-1 - at) ?? '') } }],
    })
  }
  // The server writes one after the other in a project anyway, and refuses who waited too long in a busy one.
  for (const [at, person] of people.entries()) await actAsPerson(person, at)
}

/** Gives the project tags, stages, fields and views with hostile names, and puts tags and a stage on a node. */
export async function defineHostileLists(page: Page, { projectId, nodeIds }: HostileProject): Promise<void> {
  const data = {
    tags: pickNames(listSizes.tags).map((name) => ({ id: randomUUID(), name })),
    stages: pickNames(listSizes.stages).map((name) => ({ id: randomUUID(), name, category: 'todo' })),
    fieldDefinitions: pickNames(listSizes.fields).map((name) => ({
      id: randomUUID(),
      name,
      type: 'choice',
      options: [name],
    })),
    views: pickNames(listSizes.views).map((name) => ({ name, kind: 'map', filter: name, isShared: true })),
  }
  await actMany(page, 'change', [{ id: projectId, data }])
  const fields = Object.fromEntries(data.fieldDefinitions.map(({ id, options }) => [id, options[0]]))
  const tagIds = data.tags.slice(0, listSizes.tagsOfNode).map(({ id }) => id)
  await actMany(page, 'update', [{ id: nodeIds[1], data: { tagIds, stageId: data.stages[0]?.id, fields } }])
}

/** Creates access tokens with hostile names, and changes one node with each of them. */
export async function changeWithTokens(page: Page, nodeIds: readonly string[]): Promise<void> {
  type Created = { readonly createAccessToken: { readonly secret: string } }
  const created = await actMany<Created>(
    page,
    'token',
    pickNames(listSizes.tokens).map((name) => ({ name })),
  )
  const { origin } = new URL(page.url())
  await Promise.all(
    created.map(async ({ createAccessToken: { secret } }, at) => {
      const answer = await fetch(`${origin}/graphql/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify({ query: operations.update, variables: { id: nodeIds[at + 1], data: { estimate: at } } }),
      })
      if (!answer.ok) throw new Error(await answer.text())
    }),
  )
}

import type { JiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { introducePeople, share } from '../support/together.ts'
import { exampleFile, otherProjects } from './example.ts'

export interface Example {
  readonly projectId: string
  readonly ids: ReadonlyMap<string, string>
}

type ExampleFile = ReturnType<typeof exampleFile>
interface Made {
  readonly createProject: { readonly id: string }
}

const createProject = 'mutation ($data: ProjectInput!) { createProject(data: $data) { id } }'

/** Creates the example with its past by one mutation: the JSON field takes a whole project. */
export async function createExample(page: Page, file: ExampleFile, layout = 'tree-right'): Promise<Example> {
  const [root] = file.nodes
  const data = { title: root?.title ?? '', layout, json: file }
  const { createProject: made } = await ask<Made>(page, createProject, { data })
  const { nodes } = await ask<{ nodes: { id: string; title: string }[] }>(
    page,
    'query ($id: ID!) { nodes(projectId: $id) { id title } }',
    { id: made.id },
  )
  return { projectId: made.id, ids: new Map(nodes.map(({ id, title }) => [title, id])) }
}

interface PersonAtPage {
  readonly id: string
  readonly email: string
  readonly page: Page
}

/** Creates the example of Ann, which Bea can edit, and other projects in Ann's list. */
export async function createSharedExample(ann: PersonAtPage, bea: PersonAtPage): Promise<Example> {
  await createOthers(ann, bea)
  const example = await createExample(ann.page, exampleFile(Date.now()))
  await share(ann.page, example.projectId, { changes: { [bea.id]: 'editor' } })
  return example
}

/** Creates other projects in Ann's list; the last is Bea's, and shared with her. */
async function createOthers(ann: PersonAtPage, bea: PersonAtPage): Promise<void> {
  await introducePeople(ann, bea)
  for (const [at, [title, tasks]] of otherProjects.entries()) {
    const isShared = at === otherProjects.length - 1
    const owner = (isShared ? bea : ann).page
    const nodes = tasks.map(([name, status], index) => ({ id: `n${index}`, title: name, status }))
    const json = { format: 'espalier', version: 1, project: { title }, nodes }
    const { createProject: made } = await ask<Made>(owner, createProject, { data: { title, json } })
    if (!isShared) continue
    const shared = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
    await ask(owner, shared, { id: made.id, data: { sharing: { changes: { [ann.id]: 'editor' } } } })
  }
}

const posts = [
  ['Due dates on nodes', 'A date beside the status, and a filter for what is late.'],
  ['A template for recurring plans', 'Every spring we plan the same market again.'],
  ['Print a branch on one page', 'For the wall of the workshop.'],
] as const

/** Creates three posts on the board; Bea votes for the first two. */
export async function feedbackPosts(ann: Page, bea: Page): Promise<void> {
  for (const [at, [title, details]] of posts.entries()) {
    const asked =
      'mutation ($title: String!, $details: String!) { createFeedback(title: $title, details: $details) { id } }'
    const { createFeedback } = await ask<{ createFeedback: { id: string } }>(ann, asked, { title, details })
    if (at === posts.length - 1) continue
    await ask(bea, 'mutation ($id: ID!) { voteFeedback(id: $id, isVoted: true) { id } }', { id: createFeedback.id })
  }
}

const stories = [
  ['Choose the dishes', 'Done', ['Cook all of them once', 'Ask what guests miss']],
  ['Find the growers', 'In Progress', ['Asparagus until June', 'Strawberries nearby']],
  ['Print the cards', 'To Do', ['Ask for the drawing']],
] as const

/** Adds an epic to the Jira stand-in and returns its key. */
export function addSpringMenu(jira: JiraSite): string {
  const epic = jira.add({ type: 'Epic', summary: 'The spring menu', status: 'In Progress' })
  for (const [summary, status, steps] of stories) {
    const story = jira.add({ summary, status, parentKey: epic.key })
    for (const step of steps) jira.add({ type: 'Sub-task', summary: step, status, parentKey: story.key })
  }
  return epic.key
}

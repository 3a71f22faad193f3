import type { JiraSite } from './jira-site.ts'
import type { SiteIssue, StatusName } from './site-store.ts'

const statusOrder: readonly StatusName[] = ['To Do', 'In Progress', 'Done']

export interface EpicSize {
  readonly stories: number
  readonly subtasksEach: number
}

const toParagraphDocument = (text: string): unknown => ({
  version: 1,
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

/** Creates an epic of three levels; each story except the first is blocked by the one before it. */
export function addDemoEpic(site: JiraSite, summary: string, { stories, subtasksEach }: EpicSize): SiteIssue {
  const isCloud = site.flavor === 'cloud'
  const describe = (text: string): unknown => (isCloud ? toParagraphDocument(text) : text)
  const epic = site.add({ type: 'Epic', summary, description: describe(`All of ${summary}.`), status: 'In Progress' })
  let before: SiteIssue | null = null
  for (let story = 1; story <= stories; story += 1) {
    const status = statusOrder[story % statusOrder.length] ?? 'To Do'
    const added = site.add({
      summary: `Story ${story}`,
      description: describe(`What story ${story} is about.`),
      status,
      parentKey: epic.key,
    })
    for (let task = 1; task <= subtasksEach; task += 1) {
      site.add({ type: 'Sub-task', summary: `Step ${story}.${task}`, status, parentKey: added.key })
    }
    if (before !== null) site.store.link('10200', before.key, added.key)
    before = added
  }
  return epic
}

import type { NodeStatus } from '@espalier/domain'
import { z } from 'zod'
import type { CreatedIssue, NewTrackerIssue, TrackerFailure, TrackerResult, TrackerSite } from '../../ports/tracker.ts'
import { adfToHtml, adfToWiki } from './markup/adf-writers.ts'
import { htmlToAdf, toIssueSummary } from './markup/html-to-adf.ts'
import { wikiToAdf } from './markup/wiki-to-adf.ts'
import { mergeDescription } from './merge-description.ts'
import { categoryKeyByStatus, nodeProperty } from './response-shapes.ts'
import { apiPath, type JiraFlavor, type JiraSiteClient, mapTrackerResult, parseTrackerAnswer } from './site-client.ts'

type IssueWrites = Pick<
  TrackerSite,
  'create' | 'mergeDescription' | 'update' | 'setParent' | 'moveTo' | 'link' | 'unlink' | 'remove' | 'normalize'
>

const createdShape = z.object({ id: z.union([z.string(), z.number()]).transform(String), key: z.string() })
const transitionsShape = z.object({
  transitions: z.array(
    z.object({
      id: z.string(),
      hasScreen: z.boolean().nullish(),
      isAvailable: z.boolean().nullish(),
      to: z.object({ statusCategory: z.object({ key: z.string() }).nullish() }).nullish(),
    }),
  ),
})

type IssueFieldValues = Readonly<Record<string, unknown>>
interface WriteRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** The answer of one write. A POST makes something each time it is asked. */
type SendWrite = (flavour: JiraFlavor, sent: WriteRequest) => Promise<TrackerResult<unknown>>

export function createIssueWrites(line: JiraSiteClient): IssueWrites {
  const send: SendWrite = (flavour, { path, ...sent }) =>
    line.send({ ...sent, path: `${apiPath(flavour)}${path}`, isRepeatable: sent.method !== 'POST' })
  const withFlavour = async <Value>(
    work: (flavour: JiraFlavor) => Promise<TrackerResult<Value>>,
  ): Promise<TrackerResult<Value>> => {
    const flavour = await line.flavor()
    return flavour.ok ? work(flavour.value) : flavour
  }
  const put = async (flavour: JiraFlavor, key: string, body: unknown): Promise<TrackerResult<void>> =>
    toVoidResult(await send(flavour, { method: 'PUT', path: `${issuePath(key)}?notifyUsers=false`, body }))
  return {
    create: (issue) => withFlavour((flavour) => createJiraIssue(line, send, flavour, issue)),
    mergeDescription: (key, edit) => withFlavour((flavour) => mergeDescription(line, flavour, key, edit)),
    update: (key, { title, document, labels }) =>
      withFlavour((flavour) => {
        const fields = {
          ...(title !== undefined && { summary: toIssueSummary(title) }),
          ...(document !== undefined && { description: document }),
          ...(labels !== undefined && { labels }),
        }
        return put(flavour, key, { fields })
      }),
    setParent: (key, parentKey, { epicLinkFieldId }) =>
      withFlavour(async (flavour) => {
        const [first, second] = buildParentBodies(flavour, parentKey, epicLinkFieldId)
        const answer = await put(flavour, key, first)
        return second !== undefined && !answer.ok && mentionsParent(answer.failure) ? put(flavour, key, second) : answer
      }),
    moveTo: (key, status) => withFlavour((flavour) => transitionIssue(line, send, flavour, { key, status })),
    link: (typeId, blockerKey, blockedKey) =>
      withFlavour(async (flavour) => {
        const body = { type: { id: typeId }, inwardIssue: { key: blockerKey }, outwardIssue: { key: blockedKey } }
        return toVoidResult(await send(flavour, { method: 'POST', path: '/issueLink', body }))
      }),
    unlink: (linkId) =>
      withFlavour(async (flavour) =>
        ignoreNotFound(await send(flavour, { method: 'DELETE', path: `/issueLink/${encodeURIComponent(linkId)}` })),
      ),
    remove: (key) =>
      withFlavour(async (flavour) =>
        ignoreNotFound(await send(flavour, { method: 'DELETE', path: `${issuePath(key)}?deleteSubtasks=true` })),
      ),
    normalize: (title, description) =>
      withFlavour((flavour) =>
        Promise.resolve({
          ok: true,
          value: { summary: toIssueSummary(title), description: normalizeDescription(flavour, description) },
        }),
      ),
  }
}

const issuePath = (key: string): string => `/issue/${encodeURIComponent(key)}`

const toVoidResult = (answer: TrackerResult<unknown>): TrackerResult<void> => mapTrackerResult(answer, () => undefined)

/** What is not there need not be taken away. */
const ignoreNotFound = (answer: TrackerResult<unknown>): TrackerResult<void> =>
  !answer.ok && answer.failure.kind === 'not-found' ? { ok: true, value: undefined } : toVoidResult(answer)

const toJiraDescription = (flavour: JiraFlavor, html: string): unknown => {
  const document = htmlToAdf(html)
  return flavour === 'cloud' ? document : adfToWiki(document)
}

const normalizeDescription = (flavour: JiraFlavor, html: string): string => {
  const document = htmlToAdf(html)
  return adfToHtml(flavour === 'cloud' ? document : wikiToAdf(adfToWiki(document)))
}

/**
 * A refusal made nothing, so asking in another way is not asking twice. Each way is tried once: without a description where
 * the screen for creating has none, with the name that some sites want for an epic, and by the other field for the parent.
 */
async function createJiraIssue(
  line: JiraSiteClient,
  send: SendWrite,
  flavour: JiraFlavor,
  issue: NewTrackerIssue,
): Promise<TrackerResult<CreatedIssue>> {
  const { parentKey, epicLinkFieldId } = issue
  const summary = toIssueSummary(issue.title)
  const byParent = parentKey === null ? {} : { parent: { key: parentKey } }
  const byEpicLink = parentKey === null || epicLinkFieldId === null ? byParent : { [epicLinkFieldId]: parentKey }
  const [parent, otherParent] = flavour === 'cloud' ? [byParent, byEpicLink] : [byEpicLink, byParent]
  const plan = { parent: parent as IssueFieldValues, description: true, epicName: {} as IssueFieldValues }
  const post = () => {
    const fields = {
      project: { key: issue.projectKey },
      issuetype: { id: issue.typeId },
      summary,
      ...(plan.description && { description: toJiraDescription(flavour, issue.description) }),
      ...plan.parent,
      ...plan.epicName,
    }
    const properties = [{ key: nodeProperty, value: { id: issue.nodeId } }]
    return send(flavour, { method: 'POST', path: '/issue', body: { fields, properties } })
  }
  let answer = await post()
  while (!answer.ok && answer.failure.kind === 'invalid' && adapt(answer.failure)) answer = await post()
  return mapTrackerResult(parseTrackerAnswer(answer, createdShape, line.site), (made) => ({
    ...made,
    hasDescription: plan.description,
  }))

  /** Whether there is another way to ask. */
  function adapt(failure: TrackerFailure): boolean {
    const { fields: refused = {} } = failure
    const epicName = Object.entries(refused).find(
      ([name, text]) => name.startsWith('customfield_') && /epic name/i.test(text),
    )?.[0]
    const isParentRefused = mentionsParent(failure) || (epicLinkFieldId !== null && epicLinkFieldId in refused)
    if ('description' in refused && plan.description) plan.description = false
    else if (epicName !== undefined && !(epicName in plan.epicName)) plan.epicName = { [epicName]: summary }
    else if (isParentRefused && plan.parent === parent && otherParent !== parent) plan.parent = otherParent
    else return false
    return true
  }
}

const mentionsParent = ({ kind, fields = {} }: TrackerFailure): boolean =>
  kind === 'invalid' && Object.keys(fields).some((name) => name.startsWith('parent'))

function buildParentBodies(
  flavour: JiraFlavor,
  parentKey: string | null,
  epicLinkFieldId: string | null,
): readonly unknown[] {
  const byParent =
    parentKey === null ? { update: { parent: [{ set: { none: true } }] } } : { fields: { parent: { key: parentKey } } }
  const byEpicLink = epicLinkFieldId === null ? [] : [{ fields: { [epicLinkFieldId]: parentKey } }]
  if (flavour === 'cloud') return [byParent, ...byEpicLink]
  return byEpicLink.length > 0 ? byEpicLink : [byParent]
}

async function transitionIssue(
  line: JiraSiteClient,
  send: SendWrite,
  flavour: JiraFlavor,
  { key, status }: { readonly key: string; readonly status: NodeStatus },
): Promise<TrackerResult<'moved' | 'no-way'>> {
  const path = `${issuePath(key)}/transitions`
  const offered = parseTrackerAnswer(await send(flavour, { method: 'GET', path }), transitionsShape, line.site)
  if (!offered.ok) return offered
  const leading = offered.value.transitions.filter(
    ({ to, isAvailable }) => to?.statusCategory?.key === categoryKeyByStatus[status] && isAvailable !== false,
  )
  const chosen = leading.find(({ hasScreen }) => hasScreen !== true) ?? leading[0]
  if (chosen === undefined) return { ok: true, value: 'no-way' }
  const taken = await send(flavour, { method: 'POST', path, body: { transition: { id: chosen.id } } })
  if (taken.ok) return { ok: true, value: 'moved' }
  return taken.failure.kind === 'invalid' ? { ok: true, value: 'no-way' } : taken
}

import type { NodeStatus } from '@espalier/domain'
import { z } from 'zod'
import type { CreatedIssue, NewTrackerIssue, TrackerFailure, TrackerResult, TrackerSite } from '../../ports/tracker.ts'
import { adfToHtml, adfToWiki } from './markup/adf-writers.ts'
import { htmlToAdf, toIssueSummary } from './markup/html-to-adf.ts'
import { wikiToAdf } from './markup/wiki-to-adf.ts'
import { writeIssueFields } from './issue-fields.ts'
import { mergeDescription } from './merge-description.ts'
import { categoryKeyByStatus, nodeProperty } from './response-shapes.ts'
import { apiPath, type JiraFlavor, type JiraSiteClient, mapTrackerResult, parseTrackerAnswer } from './site-client.ts'

type IssueWrites = Pick<
  TrackerSite,
  | 'create'
  | 'mergeDescription'
  | 'update'
  | 'updateFields'
  | 'setParent'
  | 'moveTo'
  | 'link'
  | 'unlink'
  | 'remove'
  | 'normalize'
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

/** Sends one write. A repeated POST would create something twice. */
type SendWrite = (flavour: JiraFlavor, sent: WriteRequest) => Promise<TrackerResult<unknown>>

export function createIssueWrites(siteClient: JiraSiteClient): IssueWrites {
  const send: SendWrite = (jiraFlavor, { path, ...sent }) =>
    siteClient.send({ ...sent, path: `${apiPath(jiraFlavor)}${path}`, isRepeatable: sent.method !== 'POST' })
  const withFlavour = async <Value>(
    work: (jiraFlavor: JiraFlavor) => Promise<TrackerResult<Value>>,
  ): Promise<TrackerResult<Value>> => {
    const jiraFlavor = await siteClient.flavor()
    return jiraFlavor.ok ? work(jiraFlavor.value) : jiraFlavor
  }
  const put = async (jiraFlavor: JiraFlavor, key: string, body: unknown): Promise<TrackerResult<void>> =>
    toVoidResult(await send(jiraFlavor, { method: 'PUT', path: `${issuePath(key)}?notifyUsers=false`, body }))
  return {
    create: (issue) => withFlavour((jiraFlavor) => createJiraIssue(siteClient, send, jiraFlavor, issue)),
    mergeDescription: (key, edit) => withFlavour((jiraFlavor) => mergeDescription(siteClient, jiraFlavor, key, edit)),
    update: (key, { title, document, labels }) =>
      withFlavour((jiraFlavor) => {
        const fields = {
          ...(title !== undefined && { summary: toIssueSummary(title) }),
          ...(document !== undefined && { description: document }),
          ...(labels !== undefined && { labels }),
        }
        return put(jiraFlavor, key, { fields })
      }),
    updateFields: (key, change, options) =>
      withFlavour((jiraFlavor) =>
        writeIssueFields((body) => put(jiraFlavor, key, body), { flavor: jiraFlavor, change, ...options }),
      ),
    setParent: (key, parentKey, { epicLinkFieldId }) =>
      withFlavour(async (jiraFlavor) => {
        const [first, second] = buildParentBodies(jiraFlavor, parentKey, epicLinkFieldId)
        const answer = await put(jiraFlavor, key, first)
        return second !== undefined && !answer.ok && mentionsParent(answer.reason)
          ? put(jiraFlavor, key, second)
          : answer
      }),
    moveTo: (key, status) =>
      withFlavour((jiraFlavor) => transitionIssue(siteClient, send, jiraFlavor, { key, status })),
    link: (typeId, blockerKey, blockedKey) =>
      withFlavour(async (jiraFlavor) => {
        const body = { type: { id: typeId }, inwardIssue: { key: blockerKey }, outwardIssue: { key: blockedKey } }
        return toVoidResult(await send(jiraFlavor, { method: 'POST', path: '/issueLink', body }))
      }),
    unlink: (linkId) =>
      withFlavour(async (jiraFlavor) =>
        ignoreNotFound(await send(jiraFlavor, { method: 'DELETE', path: `/issueLink/${encodeURIComponent(linkId)}` })),
      ),
    remove: (key) =>
      withFlavour(async (jiraFlavor) =>
        ignoreNotFound(await send(jiraFlavor, { method: 'DELETE', path: `${issuePath(key)}?deleteSubtasks=true` })),
      ),
    normalize: (title, description) =>
      withFlavour((jiraFlavor) =>
        Promise.resolve({
          ok: true,
          value: { summary: toIssueSummary(title), description: normalizeDescription(jiraFlavor, description) },
        }),
      ),
  }
}

const issuePath = (key: string): string => `/issue/${encodeURIComponent(key)}`

const toVoidResult = (answer: TrackerResult<unknown>): TrackerResult<void> => mapTrackerResult(answer, () => undefined)

/** Deleting something that is already gone is a success. */
const ignoreNotFound = (answer: TrackerResult<unknown>): TrackerResult<void> =>
  !answer.ok && answer.reason.kind === 'not-found' ? { ok: true, value: undefined } : toVoidResult(answer)

const toJiraDescription = (flavor: JiraFlavor, html: string): unknown => {
  const document = htmlToAdf(html)
  return flavor === 'cloud' ? document : adfToWiki(document)
}

const normalizeDescription = (flavor: JiraFlavor, html: string): string => {
  const document = htmlToAdf(html)
  return adfToHtml(flavor === 'cloud' ? document : wikiToAdf(adfToWiki(document)))
}

/**
 * A refused request created nothing, so trying another form is safe. Each form is tried once: without a description if
 * the create screen has none, with the epic name that some sites require, and with the other field for the parent.
 */
async function createJiraIssue(
  siteClient: JiraSiteClient,
  send: SendWrite,
  flavor: JiraFlavor,
  issue: NewTrackerIssue,
): Promise<TrackerResult<CreatedIssue>> {
  const { parentKey, epicLinkFieldId } = issue
  const summary = toIssueSummary(issue.title)
  const byParent = parentKey === null ? {} : { parent: { key: parentKey } }
  const byEpicLink = parentKey === null || epicLinkFieldId === null ? byParent : { [epicLinkFieldId]: parentKey }
  const [parent, otherParent] = flavor === 'cloud' ? [byParent, byEpicLink] : [byEpicLink, byParent]
  const plan = { parent: parent as IssueFieldValues, description: true, epicName: {} as IssueFieldValues }
  const post = () => {
    const fields = {
      project: { key: issue.projectKey },
      issuetype: { id: issue.typeId },
      summary,
      ...(plan.description && { description: toJiraDescription(flavor, issue.description) }),
      ...plan.parent,
      ...plan.epicName,
    }
    const properties = [{ key: nodeProperty, value: { id: issue.nodeId } }]
    return send(flavor, { method: 'POST', path: '/issue', body: { fields, properties } })
  }
  let answer = await post()
  while (!answer.ok && answer.reason.kind === 'invalid' && adapt(answer.reason)) answer = await post()
  return mapTrackerResult(parseTrackerAnswer(answer, createdShape, siteClient.site), (made) => ({
    ...made,
    hasDescription: plan.description,
  }))

  /** Whether another form of the request remains. */
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
  flavor: JiraFlavor,
  parentKey: string | null,
  epicLinkFieldId: string | null,
): readonly unknown[] {
  const byParent =
    parentKey === null ? { update: { parent: [{ set: { none: true } }] } } : { fields: { parent: { key: parentKey } } }
  const byEpicLink = epicLinkFieldId === null ? [] : [{ fields: { [epicLinkFieldId]: parentKey } }]
  if (flavor === 'cloud') return [byParent, ...byEpicLink]
  return byEpicLink.length > 0 ? byEpicLink : [byParent]
}

async function transitionIssue(
  siteClient: JiraSiteClient,
  send: SendWrite,
  flavor: JiraFlavor,
  { key, status }: { readonly key: string; readonly status: NodeStatus },
): Promise<TrackerResult<'moved' | 'no-way'>> {
  const path = `${issuePath(key)}/transitions`
  const offered = parseTrackerAnswer(await send(flavor, { method: 'GET', path }), transitionsShape, siteClient.site)
  if (!offered.ok) return offered
  const leading = offered.value.transitions.filter(
    ({ to, isAvailable }) => to?.statusCategory?.key === categoryKeyByStatus[status] && isAvailable !== false,
  )
  const chosen = leading.find(({ hasScreen }) => hasScreen !== true) ?? leading[0]
  if (chosen === undefined) return { ok: true, value: 'no-way' }
  const taken = await send(flavor, { method: 'POST', path, body: { transition: { id: chosen.id } } })
  if (taken.ok) return { ok: true, value: 'moved' }
  return taken.reason.kind === 'invalid' ? { ok: true, value: 'no-way' } : taken
}

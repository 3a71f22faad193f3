import { z } from 'zod'

import type { NodeStatus } from '@espalier/domain'
import type { NewTrackerIssue, TrackerAnswer, TrackerFailure, TrackerSite } from '../../ports/tracker.ts'
import type { Flavour } from './flavour.ts'
import type { SiteLine } from './site-line.ts'
import { adfToHtml } from './markup/adf-to-html.ts'
import { adfToWiki } from './markup/adf-to-wiki.ts'
import { htmlToAdf } from './markup/html-to-adf.ts'
import { summaryOf } from './markup/summary.ts'
import { wikiToAdf } from './markup/wiki-to-adf.ts'
import { mergeDescription } from './merge-description.ts'
import { apiOf, mapAnswer, read } from './reading.ts'
import { categoryKeyOf } from './shapes.ts'

type Writes = Pick<
  TrackerSite,
  'create' | 'mergeDescription' | 'update' | 'setParent' | 'moveTo' | 'link' | 'unlink' | 'remove' | 'kept'
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

type Fields = Readonly<Record<string, unknown>>
interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** The answer of one write. A POST makes something each time it is asked. */
type Send = (flavour: Flavour, sent: Sent) => Promise<TrackerAnswer<unknown>>

export function issueWrites(line: SiteLine): Writes {
  const send: Send = (flavour, { path, ...sent }) =>
    line.ask({ ...sent, path: `${apiOf(flavour)}${path}`, isRepeatable: sent.method !== 'POST' })
  const withFlavour = async <Value>(
    work: (flavour: Flavour) => Promise<TrackerAnswer<Value>>,
  ): Promise<TrackerAnswer<Value>> => {
    const flavour = await line.flavour()
    return flavour.ok ? work(flavour.value) : flavour
  }
  const put = async (flavour: Flavour, key: string, body: unknown): Promise<TrackerAnswer<void>> =>
    done(await send(flavour, { method: 'PUT', path: `${issuePath(key)}?notifyUsers=false`, body }))
  return {
    create: (issue) =>
      withFlavour(async (flavour) => read(await create(send, flavour, issue), createdShape, line.site)),
    mergeDescription: (key, edit) => withFlavour((flavour) => mergeDescription(line, flavour, key, edit)),
    update: (key, { title, document, labels }) =>
      withFlavour((flavour) => {
        const fields = {
          ...(title !== undefined && { summary: summaryOf(title) }),
          ...(document !== undefined && { description: document }),
          ...(labels !== undefined && { labels }),
        }
        return put(flavour, key, { fields })
      }),
    setParent: (key, parentKey, { epicLinkFieldId }) =>
      withFlavour(async (flavour) => {
        const [first, second] = parentBodies(flavour, parentKey, epicLinkFieldId)
        const answer = await put(flavour, key, first)
        return second !== undefined && !answer.ok && namesParent(answer.failure) ? put(flavour, key, second) : answer
      }),
    moveTo: (key, status) => withFlavour((flavour) => moveTo(line, send, flavour, { key, status })),
    link: (typeId, blockerKey, blockedKey) =>
      withFlavour(async (flavour) => {
        const body = { type: { id: typeId }, inwardIssue: { key: blockerKey }, outwardIssue: { key: blockedKey } }
        return done(await send(flavour, { method: 'POST', path: '/issueLink', body }))
      }),
    unlink: (linkId) =>
      withFlavour(async (flavour) =>
        gone(await send(flavour, { method: 'DELETE', path: `/issueLink/${encodeURIComponent(linkId)}` })),
      ),
    remove: (key) =>
      withFlavour(async (flavour) =>
        gone(await send(flavour, { method: 'DELETE', path: `${issuePath(key)}?deleteSubtasks=true` })),
      ),
    kept: (title, description) =>
      withFlavour((flavour) =>
        Promise.resolve({ ok: true, value: { summary: summaryOf(title), description: keptBy(flavour, description) } }),
      ),
  }
}

const issuePath = (key: string): string => `/issue/${encodeURIComponent(key)}`

const done = (answer: TrackerAnswer<unknown>): TrackerAnswer<void> => mapAnswer(answer, () => undefined)

/** What is not there need not be taken away. */
const gone = (answer: TrackerAnswer<unknown>): TrackerAnswer<void> =>
  !answer.ok && answer.failure.kind === 'not-found' ? { ok: true, value: undefined } : done(answer)

const written = (flavour: Flavour, html: string): unknown => {
  const document = htmlToAdf(html)
  return flavour === 'cloud' ? document : adfToWiki(document)
}

const keptBy = (flavour: Flavour, html: string): string => {
  const document = htmlToAdf(html)
  return adfToHtml(flavour === 'cloud' ? document : wikiToAdf(adfToWiki(document)))
}

async function create(send: Send, flavour: Flavour, issue: NewTrackerIssue): Promise<TrackerAnswer<unknown>> {
  const summary = summaryOf(issue.title)
  const fields: Fields = {
    project: { key: issue.projectKey },
    issuetype: { id: issue.typeId },
    summary,
    description: written(flavour, issue.description),
    ...(issue.labels.length > 0 && { labels: issue.labels }),
  }
  const { parentKey, epicLinkFieldId } = issue
  const post = (more: Fields) =>
    send(flavour, { method: 'POST', path: '/issue', body: { fields: { ...fields, ...more } } })
  const byParent = parentKey === null ? {} : { parent: { key: parentKey } }
  const byEpicLink = parentKey === null || epicLinkFieldId === null ? byParent : { [epicLinkFieldId]: parentKey }
  const [first, second] = flavour === 'cloud' ? [byParent, byEpicLink] : [byEpicLink, byParent]
  const answer = await post(first)
  if (answer.ok || answer.failure.kind !== 'invalid') return answer
  // A refusal made nothing: asking in the other way is not asking twice.
  const { fields: refused = {} } = answer.failure
  const epicName = Object.entries(refused).find(
    ([name, text]) => name.startsWith('customfield_') && /epic name/i.test(text),
  )
  if (epicName !== undefined) return post({ ...first, [epicName[0]]: summary })
  const isParentRefused = namesParent(answer.failure) || (epicLinkFieldId !== null && epicLinkFieldId in refused)
  return isParentRefused && second !== first && parentKey !== null && epicLinkFieldId !== null ? post(second) : answer
}

const namesParent = ({ kind, fields = {} }: TrackerFailure): boolean =>
  kind === 'invalid' && Object.keys(fields).some((name) => name.startsWith('parent'))

function parentBodies(flavour: Flavour, parentKey: string | null, epicLinkFieldId: string | null): readonly unknown[] {
  const byParent =
    parentKey === null ? { update: { parent: [{ set: { none: true } }] } } : { fields: { parent: { key: parentKey } } }
  const byEpicLink = epicLinkFieldId === null ? [] : [{ fields: { [epicLinkFieldId]: parentKey } }]
  if (flavour === 'cloud') return [byParent, ...byEpicLink]
  return byEpicLink.length > 0 ? byEpicLink : [byParent]
}

async function moveTo(
  line: SiteLine,
  send: Send,
  flavour: Flavour,
  { key, status }: { readonly key: string; readonly status: NodeStatus },
): Promise<TrackerAnswer<'moved' | 'no-way'>> {
  const path = `${issuePath(key)}/transitions`
  const offered = read(await send(flavour, { method: 'GET', path }), transitionsShape, line.site)
  if (!offered.ok) return offered
  const leading = offered.value.transitions.filter(
    ({ to, isAvailable }) => to?.statusCategory?.key === categoryKeyOf[status] && isAvailable !== false,
  )
  const chosen = leading.find(({ hasScreen }) => hasScreen !== true) ?? leading[0]
  if (chosen === undefined) return { ok: true, value: 'no-way' }
  const taken = await send(flavour, { method: 'POST', path, body: { transition: { id: chosen.id } } })
  if (taken.ok) return { ok: true, value: 'moved' }
  return taken.failure.kind === 'invalid' ? { ok: true, value: 'no-way' } : taken
}

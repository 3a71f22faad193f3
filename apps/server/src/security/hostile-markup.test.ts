// @vitest-environment jsdom
import { findFaultsWhenRendered, hostilePayloads, type ParsedPage } from '@espalier/domain/testing'
import { describe, expect, it } from 'vitest'
import { adfToHtml } from '../adapters/jira/markup/adf-writers.ts'
import { wikiToAdf } from '../adapters/jira/markup/wiki-to-adf.ts'
import { html as template } from '../api/html-page.ts'
import { parseIdea } from '../features/breakdown/parse-ideas.ts'
import { notificationsMail } from '../features/mail/notification-mails.ts'
import { projectSharedMail } from '../features/mail/project-mails.ts'
import { sanitizeRichText, sanitizers } from './sanitize-html.ts'
import { sanitizeJson } from './sanitize-input.ts'

interface Parser {
  parseFromString(text: string, type: string): { readonly body: ParsedPage }
}
const { DOMParser } = globalThis as unknown as { readonly DOMParser: new () => Parser }
const parse = (page: string): ParsedPage => new DOMParser().parseFromString(page, 'text/html').body

/** Returns the harmful payloads, each with its output. */
const harmful = (make: (payload: string) => string): readonly (readonly [string, string])[] =>
  hostilePayloads.flatMap((payload) => {
    const made = make(payload)
    return findFaultsWhenRendered(made, parse).length > 0 ? [[payload, made] as const] : []
  })

const toTextNode = (text: string) => ({ type: 'text', text })
const inDocument = (...content: readonly object[]) => adfToHtml({ type: 'doc', content })
const addressIn = (payload: string): string => /href="([^"]*)"|\(([^)]*)\)/u.exec(payload)?.[1] ?? payload

const gates: Readonly<Record<string, (payload: string) => string>> = {
  'a title or a description': sanitizeRichText,
  'a text of an imported file': sanitizers.imported,
  'a comment': sanitizers.comment,
  'a mention in a comment': (payload) => sanitizers.comment(`<a data-user-id="${payload}">${payload}</a>`),
  'a text of a Jira document': (payload) =>
    sanitizeRichText(inDocument({ type: 'paragraph', content: [toTextNode(payload)] })),
  'a link of a Jira document': (payload) => {
    const marks = [{ type: 'link', attrs: { href: addressIn(payload) } }]
    return sanitizeRichText(inDocument({ type: 'paragraph', content: [{ ...toTextNode('x'), marks }] }))
  },
  'whatever else a Jira document holds': (payload) =>
    sanitizeRichText(
      inDocument(
        { type: 'expand', attrs: { title: payload }, content: [{ type: 'codeBlock', content: [toTextNode(payload)] }] },
        { type: 'blockCard', attrs: { url: addressIn(payload) } },
        { type: payload, attrs: { text: payload } },
        { type: 'paragraph', content: [{ type: 'mention', attrs: { text: payload } }] },
      ),
    ),
  'the wiki text of a Jira server': (payload) => sanitizeRichText(adfToHtml(wikiToAdf(payload))),
  'a link in the wiki text of a Jira server': (payload) =>
    sanitizeRichText(adfToHtml(wikiToAdf(`[x|${addressIn(payload)}] {html}${payload}{html}`))),
}

it('has at least 150 different hostile payloads', () => {
  expect(new Set(hostilePayloads).size).toBe(hostilePayloads.length)
  expect(hostilePayloads.length).toBeGreaterThanOrEqual(150)
})

it('most payloads do harm without sanitizing', () => {
  expect(harmful((payload) => payload).length).toBeGreaterThan(150)
})

describe.each(Object.entries(gates))('%s', { timeout: 120_000 }, (_name, gate) => {
  it('keeps nothing of any payload that could do harm', () => expect(harmful(gate)).toEqual([]))
})

it('changes nothing when sanitizing twice', () => {
  for (const payload of hostilePayloads) {
    const once = sanitizeRichText(payload)
    expect(sanitizeRichText(once)).toBe(once)
  }
})

it('keeps nothing harmful of a text or a key inside the JSON of a project', async () => {
  for (const payload of hostilePayloads) {
    const sanitized = (await sanitizeJson({ a: payload, [payload]: 1 }, 'json')) as Record<string, unknown>
    for (const key of Object.keys(sanitized)) expect(key).not.toMatch(/<[a-z/!?]/i)
    // A text without a tag is data and not rendered as markup.
    if (/<[a-z/!?]/i.test(payload)) expect(findFaultsWhenRendered(String(sanitized['a']), parse)).toEqual([])
  }
})

it('keeps no tags in the title and the description of an AI idea', () => {
  const ideas = hostilePayloads.map((payload) => parseIdea({ title: payload, description: payload }))
  expect(ideas.filter((idea) => idea !== null).length).toBeGreaterThan(50)
  for (const idea of ideas) {
    if (idea === null) continue
    expect(findFaultsWhenRendered(sanitizeRichText(idea.title), parse)).toEqual([])
    expect(findFaultsWhenRendered(idea.body, parse)).toEqual([])
    expect(idea.body).toMatch(/^(?:<p>[^<>]*<\/p>)?$/u)
  }
})

const renderMail = (words: string): string =>
  projectSharedMail({
    to: 'ada@example.com',
    firstname: words,
    productName: words,
    sharedBy: words,
    title: words,
    message: words,
    url: 'https://espalier.example/tree/1',
  }).html
const renderNotificationsMail = (words: string): string =>
  notificationsMail({
    to: 'ada@example.com',
    firstname: words,
    productName: words,
    items: [
      { text: words, project: words, url: 'https://espalier.example/tree/1', nodeId: null },
      { text: words, project: words, url: 'https://espalier.example/tree/1', nodeId: null },
    ],
    more: 0,
    url: 'https://espalier.example/inbox',
    unsubscribeUrl: 'https://espalier.example/unsubscribe',
  }).html
const listTags = (page: string): readonly string[] =>
  Array.from(page.matchAll(/<[^>]*>/gu), ([tag]) => tag).filter((tag) => tag !== '</p>' && !tag.startsWith('<p'))

it('shows names, titles and messages as text in server-rendered pages and mails', () => {
  const usual = listTags(renderMail('words'))
  const usualNotifications = listTags(renderNotificationsMail('words'))
  for (const payload of hostilePayloads) {
    expect(listTags(renderMail(payload))).toEqual(usual)
    expect(listTags(renderNotificationsMail(payload))).toEqual(usualNotifications)
    expect(template`<p title="${payload}">${payload}</p>`.text).toMatch(/^<p title="[^<>"]*">[^<>]*<\/p>$/u)
  }
})

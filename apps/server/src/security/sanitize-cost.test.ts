import { normalizeBody, toPlainText } from '@espalier/domain'
import { costlyMarkup, findCostlyShapes } from '@espalier/domain/testing/costly-markup'
import { describe, expect, it } from 'vitest'
import { adfToHtml } from '../adapters/jira/markup/adf-writers.ts'
import { wikiToAdf } from '../adapters/jira/markup/wiki-to-adf.ts'
import { createIdeaStreamParser, parseIdea } from '../features/breakdown/parse-ideas.ts'
import { projectSharedMail } from '../features/mail/project-mails.ts'
import { toNodeBody, toNodeTitle } from '../features/tracker/links/issue-to-node.ts'
import type { TrackerIssue } from '../ports/tracker.ts'
import { MarkupError, sanitizers } from './sanitize-html.ts'

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** A refusal in time is as good as a result in time. */
const orRefusal =
  (read: (markup: string) => unknown) =>
  (markup: string): void => {
    try {
      read(markup)
    } catch (error) {
      if (!(error instanceof MarkupError)) throw error
    }
  }

const textNode = (text: string) => ({ type: 'text', text })
const issueWith = (texts: Partial<TrackerIssue>) =>
  ({ summary: '', description: '', key: 'A-1', status: 'todo', ...texts }) as TrackerIssue

const gates: Readonly<Record<string, (markup: string) => unknown>> = {
  'a title or a description': (markup) => normalizeBody(sanitizers['rich-text'](markup)),
  'a text of an imported file': sanitizers.imported,
  'the text of a Jira document': (markup) =>
    toNodeBody(
      issueWith({ description: adfToHtml({ content: [{ type: 'paragraph', content: [textNode(markup)] }] }) }),
    ),
  'the HTML of a Jira description': (markup) => toNodeBody(issueWith({ description: markup })),
  'the wiki text of a Jira server': (markup) => adfToHtml(wikiToAdf(markup)),
  'the summary of a Jira issue': (markup) => toNodeTitle(issueWith({ summary: markup })),
  'an idea of a writing service': (markup) => parseIdea({ title: markup, description: markup }),
  'the answer of a writing service': (markup) => createIdeaStreamParser().push(JSON.stringify([{ title: markup }])),
  'the words of a mail': (markup) =>
    projectSharedMail({
      to: 'ada@example.com',
      firstname: markup,
      productName: 'Espalier',
      sharedBy: markup,
      title: markup,
      message: markup,
      url: 'https://espalier.example/tree/1',
    }),
  'the words of a description': toPlainText,
}

describe.each(Object.entries(gates))('%s', { timeout: 240_000 }, (_name, gate) => {
  it('takes at most twelve times as long for ten times as much, whatever the markup', () => {
    expect(findCostlyShapes(orRefusal(gate), cpuMs)).toEqual([])
  })
})

const repeated = (unit: string) => (characters: number) => unit.repeat(Math.floor(characters / unit.length))

describe('the wiki text of a Jira server', { timeout: 240_000 }, () => {
  const shapes = {
    'bold that is never closed': repeated(' *a'),
    'links that are never closed': repeated('['),
    'labels that are never closed': repeated('[a|'),
    'code that is never closed': repeated('{{'),
    'code blocks that are never closed': repeated('{code}\n'),
    'quotations that are never closed': repeated('{quote}\n{noformat}\n'),
    'braces with a mark': repeated('{*}{_}'),
    'attachments that are never closed': repeated('!a|'),
    'list items': repeated('* a\n'),
    backslashes: repeated('\\\\'),
  }

  it('takes at most twelve times as long for ten times as much unclosed wiki markup', () => {
    expect(findCostlyShapes((wiki) => adfToHtml(wikiToAdf(wiki)), cpuMs, { shapes })).toEqual([])
  })

  it('parses a document to the end however deeply it is nested', () => {
    for (const type of ['tableRow', 'blockquote', 'listItem', 'expand', 'tableCell']) {
      let node: object = textNode('deep')
      for (let level = 0; level < 20_000; level += 1) node = { type, content: [node] }
      expect(() => adfToHtml({ type: 'doc', content: [node] })).not.toThrow()
    }
  })
})

it('grows no faster for a description of 200,000 characters', { timeout: 240_000 }, () => {
  const deepest = [
    'bold tags that are never closed',
    'lists in lists',
    'quotations in quotations',
    'links inside links',
  ]
  const shapes = Object.fromEntries(Object.entries(costlyMarkup).filter(([name]) => deepest.includes(name)))
  expect(Object.keys(shapes)).toHaveLength(deepest.length)
  expect(findCostlyShapes(orRefusal(sanitizers['rich-text']), cpuMs, { shapes, characters: 20_000 })).toEqual([])
})

it('has at least 20 shapes of markup', () => {
  expect(Object.keys(costlyMarkup).length).toBeGreaterThanOrEqual(20)
})

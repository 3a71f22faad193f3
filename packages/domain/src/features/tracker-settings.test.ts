import { describe, expect, it } from 'vitest'
import {
  checkTrackerSettings,
  maskSecret,
  readTrackerDomain,
  resolveTrackerSelection,
  trackerTexts,
} from './tracker-settings.ts'

describe('tracker domain', () => {
  it.each([
    ['acme.atlassian.net', 'acme.atlassian.net'],
    [' ACME.Atlassian.net ', 'acme.atlassian.net'],
    ['https://acme.atlassian.net/jira/your-work', 'acme.atlassian.net'],
    ['http://jira.example.com', 'jira.example.com'],
    ['jira.example.com:8443', 'jira.example.com:8443'],
    ['jira.müller.de', 'jira.xn--mller-kva.de'],
  ])('reads %s as %s', (text, site) => {
    expect(readTrackerDomain(text)).toEqual({ ok: true, value: site })
  })

  it.each([
    '',
    'localhost',
    'acme',
    'acme.x',
    '127.0.0.1',
    '127.0.0.1:9101',
    '0x7f.1',
    '[::1]',
    'acme.atlassian.net@evil.example',
    'user:pass@acme.atlassian.net',
    'ftp://acme.atlassian.net',
    'javascript://acme.atlassian.net',
    'acme..net',
    'acme.atlassian.net.',
    'a b.example.com',
    `${'a'.repeat(64)}.example.com`,
  ])('rejects %s as a tracker domain', (text) => {
    expect(readTrackerDomain(text).ok).toBe(false)
  })
})

const filled = {
  domain: 'acme.atlassian.net',
  apiUser: 'ada@example.com',
  apiKey: 'key',
  projectKey: 'ACME',
  issueTypeId: '1',
  linkTypeId: '2',
}

describe('tracker settings check', () => {
  it('requires credentials that the tracker has accepted', () => {
    expect(checkTrackerSettings(filled, true)).toEqual({})
    expect(checkTrackerSettings(filled, false)).toEqual({ credentials: trackerTexts.credentials })
    expect(checkTrackerSettings({ ...filled, apiUser: ' ' }, true)).toEqual({ credentials: trackerTexts.credentials })
  })

  it('requires every selection and reports each missing one', () => {
    expect(checkTrackerSettings({ ...filled, projectKey: null, linkTypeId: '' }, true)).toEqual({
      projectKey: trackerTexts.selection,
      linkTypeId: trackerTexts.selection,
    })
  })
})

const types = [
  { id: '1', name: 'Epos', untranslatedName: 'Epic' },
  { id: '2', name: 'STORY' },
  { id: '3', name: 'Task' },
]
const options = {
  projects: [{ key: 'ACME', issuetypes: types }],
  linkTypes: [
    { id: '7', name: 'Relates' },
    { id: '8', name: 'Blocks' },
  ],
}
const nothing = { projectKey: null, issueTypeId: null, linkTypeId: null }

describe('tracker selection', () => {
  it('selects by the usual names in any case and language', () => {
    expect(resolveTrackerSelection(options, { ...nothing, projectKey: 'ACME' })).toEqual({
      projectKey: 'ACME',
      issueTypeId: '2',
      epicTypeId: '1',
      linkTypeId: '8',
    })
  })

  it('keeps a choice while the tracker offers it', () => {
    const chosen = { projectKey: 'ACME', issueTypeId: '3', linkTypeId: '7' }
    expect(resolveTrackerSelection(options, chosen)).toMatchObject(chosen)
    expect(resolveTrackerSelection(options, { projectKey: 'GONE', issueTypeId: '3', linkTypeId: '99' })).toEqual({
      projectKey: null,
      issueTypeId: null,
      epicTypeId: null,
      linkTypeId: '8',
    })
  })

  it('selects the type one level up for an epic with another name', () => {
    const projects = [{ key: 'ACME', issuetypes: [{ id: '5', name: 'Vorhaben', hierarchyLevel: 1 }] }]
    expect(resolveTrackerSelection({ ...options, projects }, { ...nothing, projectKey: 'ACME' }).epicTypeId).toBe('5')
  })
})

describe('masked secret', () => {
  it('shows the last four characters, and none of a short secret', () => {
    expect(maskSecret('classic-token-1234')).toMatch(/^\u2022+1234$/)
    expect(maskSecret('abc1234')).not.toContain('4')
  })
})

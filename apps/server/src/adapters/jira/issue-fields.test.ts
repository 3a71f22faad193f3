import { describe, expect, it } from 'vitest'
import type { TrackerFailure, TrackerResult } from '../../ports/tracker.ts'
import { listRequestedFields, readIssueFields, writeIssueFields } from './issue-fields.ts'

const everything = ['assignee', 'dueDate', 'estimate', 'priority', 'labels'] as const
const byTime = { names: everything, pointFieldIds: null }
const byPoints = { names: everything, pointFieldIds: ['customfield_1', 'customfield_2'] }

describe('Fields of an issue', () => {
  it('are requested by the names that Jira has for them', () => {
    expect(listRequestedFields(byTime)).toEqual(['assignee', 'duedate', 'timetracking', 'priority'])
    expect(listRequestedFields(byPoints)).toContain('customfield_2')
  })

  it('of an unexpected form count as empty', () => {
    const strange = { assignee: 7, duedate: '2026-02-30', timetracking: [], priority: 'High', labels: 'x' }
    const empty = { assignee: null, dueDate: null, estimate: null, priority: null, labels: [] }
    expect(readIssueFields(strange, byTime)).toEqual(empty)
    expect(readIssueFields({ customfield_1: '5' }, byPoints)).toEqual(empty)
    expect(readIssueFields({}, byTime)).toEqual(empty)
  })

  it('have the story points of the field that has a number', () => {
    expect(readIssueFields({ customfield_1: null, customfield_2: 3 }, byPoints).estimate).toBe(3)
  })
})

interface JiraBody {
  readonly fields?: Readonly<Record<string, unknown>>
  readonly update?: object
}

/** Answers each write by the names of its fields. */
async function write(answer: (names: readonly string[]) => TrackerFailure | null) {
  const bodies: JiraBody[] = []
  const put = (body: unknown): Promise<TrackerResult<void>> => {
    bodies.push(body as JiraBody)
    const { fields = {}, update } = body as JiraBody
    const failure = answer([...Object.keys(fields), ...(update === undefined ? [] : ['labels'])])
    return Promise.resolve(failure === null ? { ok: true, value: undefined } : { ok: false, reason: failure })
  }
  const change = { dueDate: '2026-12-01', estimate: 2, labels: { add: ['a'], remove: [] } }
  const result = await writeIssueFields(put, { flavor: 'cloud', change, pointFieldIds: byPoints.pointFieldIds })
  return { result, bodies }
}

const refusal = (fields: Readonly<Record<string, string>>): TrackerFailure => ({
  kind: 'invalid',
  message: 'Jira said: no',
  fields,
})

describe('A refused write', () => {
  it('is repeated without the named field, and with the other field for story points', async () => {
    const { result, bodies } = await write((names) => {
      const bad = names.filter((name) => name === 'duedate' || name === 'customfield_1')
      return bad.length === 0 ? null : refusal(Object.fromEntries(bad.map((name) => [name, `no ${name}`])))
    })
    expect(result).toEqual({ ok: true, value: { dueDate: 'no duedate' } })
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toEqual({ fields: { customfield_2: 2 }, update: { labels: [{ add: 'a' }] } })
  })

  it('that names no field is repeated for each field alone', async () => {
    const { result, bodies } = await write((names) => (names.includes('labels') ? refusal({}) : null))
    expect(result).toEqual({ ok: true, value: { labels: 'Jira said: no' } })
    expect(bodies).toHaveLength(4)
  })

  it('because of the site is reported as a whole', async () => {
    const failure: TrackerFailure = { kind: 'forbidden', message: 'not allowed' }
    const { result, bodies } = await write(() => failure)
    expect(result).toEqual({ ok: false, reason: failure })
    expect(bodies).toHaveLength(1)
  })
})

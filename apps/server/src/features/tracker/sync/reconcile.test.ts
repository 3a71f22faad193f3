import { describe, expect, it } from 'vitest'
import type { TrackerIssue } from '../../../ports/tracker.ts'
import { digestAgreement, reconcileFields, type ReconcileInput } from './reconcile.ts'

const issue: TrackerIssue = {
  id: '1',
  key: 'ACME-1',
  projectKey: 'ACME',
  typeId: '10101',
  summary: 'One',
  description: '<p>Old</p>',
  status: 'todo',
  parentKey: 'ACME-9',
  mayHaveChildren: true,
  subtaskCount: 0,
  links: [],
  labels: [],
  updatedAt: 1_000,
}
const { summary, description, status, parentKey, updatedAt } = issue
const inStep: ReconcileInput = {
  node: { title: 'One', body: '<p>Old</p>', status: 'todo' },
  parentKey: 'ACME-9',
  normalized: { summary, description },
  agreed: { title: null, body: null, parent: null },
  sent: {},
  snapshot: { summary, description, status, parentKey, updatedAt },
  issue,
  changed: {},
}
const nothing = { title: 'none', body: 'none', status: 'none', parent: 'none' }
const ours = { node: { ...inStep.node, title: 'Ours' }, normalized: { summary: 'Ours', description } }
const theirs = { issue: { ...issue, summary: 'Theirs' } }

describe('who has the word about a field', () => {
  it('nobody, where both sides are as they were', () => {
    expect(reconcileFields(inStep)).toEqual(nothing)
  })

  it('the side that changed', () => {
    expect(reconcileFields({ ...inStep, ...ours })).toEqual({ ...nothing, title: 'push' })
    expect(reconcileFields({ ...inStep, ...theirs })).toEqual({ ...nothing, title: 'take' })
    expect(reconcileFields({ ...inStep, node: { ...inStep.node, status: 'done' } })).toEqual({
      ...nothing,
      status: 'push',
    })
    expect(reconcileFields({ ...inStep, issue: { ...issue, parentKey: null } })).toEqual({ ...nothing, parent: 'take' })
  })

  it('the later one, where both changed; each field for itself', () => {
    const both = { ...inStep, ...ours, ...theirs }
    expect(reconcileFields({ ...both, changed: { title: 1_001 } }).title).toBe('push')
    expect(reconcileFields({ ...both, changed: { title: 999 } }).title).toBe('take')
    const apart = { ...both, issue: { ...issue, status: 'done' as const } }
    expect(reconcileFields({ ...apart, changed: { title: 1 } })).toEqual({ ...nothing, title: 'push', status: 'take' })
  })

  it('pushes a description that both sides changed, whichever is later, because it is merged', () => {
    const node = { ...inStep.node, body: '<p>Ours</p>' }
    const normalized = { summary, description: '<p>Ours</p>' }
    const both = { ...inStep, node, normalized, issue: { ...issue, description: '<p>Theirs</p>' } }
    expect(reconcileFields({ ...both, changed: { body: 999 } }).body).toBe('push')
    expect(reconcileFields({ ...both, changed: { body: 1_001 } }).body).toBe('push')
  })

  it('nobody, where both did the same', () => {
    expect(reconcileFields({ ...inStep, ...ours, issue: { ...issue, summary: 'Ours' } })).toEqual(nothing)
  })

  it('ours, where what they have is what we sent and changed since, however late it arrived', () => {
    const sent = { ...inStep, ...ours, ...theirs, sent: { summary: 'Theirs' }, changed: { title: 1 } }
    expect(reconcileFields(sent).title).toBe('push')
    expect(reconcileFields({ ...inStep, ...theirs, sent: { summary: 'Theirs' } }).title).toBe('push')
  })

  it('nobody, where a text was agreed on although the tracker cannot keep it whole', () => {
    const body = '<p style="color: red">Old</p>'
    const node = { ...inStep.node, body }
    const agreed = { ...inStep.agreed, body: digestAgreement(body, description) }
    const normalized = { summary, description: '<p>Otherwise</p>' }
    expect(reconcileFields({ ...inStep, node, agreed, normalized })).toEqual(nothing)
    expect(reconcileFields({ ...inStep, node, normalized }).body).toBe('push')
  })
})

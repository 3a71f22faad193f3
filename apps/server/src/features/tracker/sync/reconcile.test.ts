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
  fields: {},
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

describe('Sync direction of a field', () => {
  it('does nothing when neither side changed', () => {
    expect(reconcileFields(inStep)).toEqual(nothing)
  })

  it('prefers the side that changed', () => {
    expect(reconcileFields({ ...inStep, ...ours })).toEqual({ ...nothing, title: 'push' })
    expect(reconcileFields({ ...inStep, ...theirs })).toEqual({ ...nothing, title: 'take' })
    expect(reconcileFields({ ...inStep, node: { ...inStep.node, status: 'done' } })).toEqual({
      ...nothing,
      status: 'push',
    })
    expect(reconcileFields({ ...inStep, issue: { ...issue, parentKey: null } })).toEqual({ ...nothing, parent: 'take' })
  })

  it('prefers the later change of each field when both sides changed', () => {
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

  it('does nothing when both sides made the same change', () => {
    expect(reconcileFields({ ...inStep, ...ours, issue: { ...issue, summary: 'Ours' } })).toEqual(nothing)
  })

  it('pushes when the tracker has the value that we sent and ours has changed since', () => {
    const sent = { ...inStep, ...ours, ...theirs, sent: { summary: 'Theirs' }, changed: { title: 1 } }
    expect(reconcileFields(sent).title).toBe('push')
    expect(reconcileFields({ ...inStep, ...theirs, sent: { summary: 'Theirs' } }).title).toBe('push')
  })

  it('does nothing when both sides agreed on a text that the tracker cannot store completely', () => {
    const body = '<p style="color: red">Old</p>'
    const node = { ...inStep.node, body }
    const agreed = { ...inStep.agreed, body: digestAgreement(body, description) }
    const normalized = { summary, description: '<p>Otherwise</p>' }
    expect(reconcileFields({ ...inStep, node, agreed, normalized })).toEqual(nothing)
    expect(reconcileFields({ ...inStep, node, normalized }).body).toBe('push')
  })
})

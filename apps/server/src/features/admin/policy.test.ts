import { describe, expect, it } from 'vitest'
import { createTestViewer } from '../../transport/testing/test-server.ts'
import type { SignedInViewer } from '../../api/viewer.ts'
import { createAdminPolicy } from './policy.ts'

const operator = createTestViewer('operator') as SignedInViewer
const policy = createAdminPolicy(['operator@example.com'])

describe('Admin policy', () => {
  it('lets operators in, whatever the case of their address', () => {
    expect(policy.isAdmin(operator)).toBe(true)
    const inCapitals = { ...operator, person: { ...operator.person, email: 'OPERATOR@Example.com' } }
    expect(policy.requireAdmin(inCapitals)).toBe(inCapitals)
  })

  it.each([
    ['nobody', { kind: 'anonymous' } as const],
    ['somebody else', createTestViewer('somebody')],
    ['an address that is not proven', { ...operator, person: { ...operator.person, isEmailUnproven: true } }],
    [
      'a program of an operator',
      {
        ...operator,
        token: { id: '1', name: 'x', role: 'editor', projectId: null, nodeId: null, expiresAt: null } as const,
      },
    ],
  ])('answers NOT_FOUND to %s', (_name, viewer) => {
    expect(policy.isAdmin(viewer)).toBe(false)
    expect(() => policy.requireAdmin(viewer)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })

  it('lets nobody in if there are no operators', () => {
    expect(createAdminPolicy([]).isAdmin(operator)).toBe(false)
  })
})

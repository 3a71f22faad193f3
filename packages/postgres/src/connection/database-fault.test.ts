import { describe, expect, it } from 'vitest'
import { classifyDatabaseFault, markDatabaseError } from './database-fault.ts'

const withCode = (code: string, message = 'it failed') => Object.assign(new Error(message), { code })

describe('classifyDatabaseFault', () => {
  it.each(['55P03', '40001', '40P01', '53300'])('classifies %s as busy', (code) => {
    expect(classifyDatabaseFault(withCode(code))).toBe('busy')
  })
  it('classifies a full pool as busy', () => {
    expect(classifyDatabaseFault(new Error('timeout exceeded when trying to connect'))).toBe('busy')
  })
  it.each(['08006', '25006', '53100', '57P01', '57P03', '25P03'])('classifies %s as away', (code) => {
    expect(classifyDatabaseFault(withCode(code))).toBe('away')
  })
  it.each(['Connection terminated unexpectedly', 'Connection terminated due to connection timeout'])(
    'classifies "%s" as away',
    (message) => {
      expect(classifyDatabaseFault(new Error(message))).toBe('away')
    },
  )
  it.each(['23505', '42P01', '57014', '22P02'])('does not classify %s as temporary', (code) => {
    expect(classifyDatabaseFault(withCode(code))).toBeNull()
  })
  it('distinguishes a refused connection to the database from one to another service', () => {
    const [ours, another] = [withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]
    markDatabaseError(ours)
    expect([classifyDatabaseFault(ours), classifyDatabaseFault(another)]).toEqual(['away', null])
  })
})

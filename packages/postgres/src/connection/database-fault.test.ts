import { describe, expect, it } from 'vitest'
import { classifyDatabaseFault, markDatabaseError } from './database-fault.ts'

const withCode = (code: string, message = 'it failed') => Object.assign(new Error(message), { code })

describe('temporaryFaultOf', () => {
  it.each(['55P03', '40001', '40P01', '53300'])('takes %s for a database that is busy', (code) => {
    expect(classifyDatabaseFault(withCode(code))).toBe('busy')
  })
  it('takes a full pool for a database that is busy', () => {
    expect(classifyDatabaseFault(new Error('timeout exceeded when trying to connect'))).toBe('busy')
  })
  it.each(['08006', '25006', '53100', '57P01', '57P03', '25P03'])('takes %s for a database that is away', (code) => {
    expect(classifyDatabaseFault(withCode(code))).toBe('away')
  })
  it.each(['Connection terminated unexpectedly', 'Connection terminated due to connection timeout'])(
    'takes "%s" for a database that is away',
    (message) => {
      expect(classifyDatabaseFault(new Error(message))).toBe('away')
    },
  )
  it.each(['23505', '42P01', '57014', '22P02'])('leaves %s a fault that would come again', (code) => {
    expect(classifyDatabaseFault(withCode(code))).toBeNull()
  })
  it('knows a refused connection to the database from one to another service', () => {
    const [ours, another] = [withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]
    markDatabaseError(ours)
    expect([classifyDatabaseFault(ours), classifyDatabaseFault(another)]).toEqual(['away', null])
  })
})

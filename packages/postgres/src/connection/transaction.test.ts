import { describe, expect, it } from 'vitest'
import { toSqlColumns } from './transaction.ts'

describe('toSqlColumns', () => {
  it('numbers the places of given columns and leaves out what is undefined', () => {
    expect(toSqlColumns({ title: 'A', body: undefined, json: null }, 2)).toEqual({
      names: 'title, json',
      places: '$2, $3',
      assignments: 'title = $2, json = $3',
      values: ['A', null],
    })
  })
})

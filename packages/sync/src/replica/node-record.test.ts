import { expect, it } from 'vitest'
import { aRecord } from '../testing/model-server.ts'
import { createNodeReader } from './node-record.ts'

/** Parses a node as an answer brings it: with lists of its own. */
const send = (id: string, assigneeIds: readonly string[], tagIds: readonly string[] = []) =>
  structuredClone(aRecord(id, [], { assigneeIds, tagIds, stageId: 'begun' }))

it('shares equal lists of people and tags between nodes', () => {
  const read = createNodeReader('garden')
  const [first, second, third] = [
    read(send('a', ['ada', 'bea'], ['ripe'])),
    read(send('b', ['ada', 'bea'], ['ripe'])),
    read(send('c', ['bea', 'ada'])),
  ]
  expect(second?.assigneeIds).toBe(first?.assigneeIds)
  expect(second?.tagIds).toBe(first?.tagIds)
  expect([first, third].map((node) => node?.assigneeIds)).toEqual([
    ['ada', 'bea'],
    ['bea', 'ada'],
  ])
  expect(third?.tagIds).toEqual([])
  expect(second?.stageId).toBe('begun')
})

it('tells one id with a blank from two ids', () => {
  const read = createNodeReader('garden')
  const lists = [['ada bea'], ['ada', 'bea']]
  expect(lists.map((ids, at) => read(send(`n${at}`, ids)).assigneeIds)).toEqual(lists)
})

it('shares a limited number of lists that begin with the same id, and loses none of the others', () => {
  const read = createNodeReader('garden')
  const lists = Array.from({ length: 60 }, (_, at) => ['ada', `person ${at % 30}`])
  const found = lists.map((ids, at) => read(send(`n${at}`, ids)).assigneeIds)
  expect(found).toEqual(lists)
  expect(found[30]).toBe(found[0])
  expect(new Set(found).size).toBeLessThan(60)
})

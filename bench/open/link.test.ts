import { expect, it } from 'vitest'
import { createLink } from './link.ts'

/** 8,000 bits in a second: one byte in a millisecond. */
const openLink = () => {
  const link = createLink(8_000)
  const delivered: string[] = []
  const send = (connection: object, name: string, bytes: number) =>
    link.send(connection, { bytes, deliver: () => delivered.push(name) })
  return { link, delivered, send }
}

it('delivers a piece when all of its bytes have had their time on the line', () => {
  const { link, delivered, send } = openLink()
  send({}, 'a', 10)
  expect(link.advance(100)).toBe(110)
  expect(link.advance(109)).toBe(110)
  expect(delivered).toEqual([])
  expect(link.advance(110)).toBeNull()
  expect(delivered).toEqual(['a'])
})

it('lets connections take turns, so that a small answer does not wait for all of a large one', () => {
  const { link, delivered, send } = openLink()
  const [large, small] = [{}, {}]
  for (const name of ['large 1', 'large 2', 'large 3']) send(large, name, 10)
  send(small, 'small', 1)
  let next: number | null = 0
  while (next !== null) next = link.advance(next)
  expect(delivered).toEqual(['large 1', 'small', 'large 2', 'large 3'])
})

it('does not lose time when it is called late while it is busy', () => {
  const { link, send } = openLink()
  const connection = {}
  for (let piece = 0; piece < 10; piece += 1) send(connection, `${piece}`, 10)
  link.advance(0)
  // All ten would take 100 ms; called at 55, five have left and the sixth ends at 60.
  expect(link.advance(55)).toBe(60)
})

it('gives no credit for the time in which nothing was sent', () => {
  const { link, send } = openLink()
  send({}, 'a', 10)
  expect(link.advance(1_000)).toBe(1_010)
})

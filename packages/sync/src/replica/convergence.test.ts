import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anEdit, type Edit, perform } from '../testing/commands.ts'
import { aRecord, ModelServer } from '../testing/model-server.ts'
import { Page, sorted } from '../testing/page.ts'

type Happening =
  | { readonly kind: 'edit'; readonly edit: Edit }
  | { readonly kind: 'send'; readonly count: number; readonly isLost: boolean }
  | { readonly kind: 'answers' | 'cut' | 'catch-up' | 'reload' | 'restart' }
  | { readonly kind: 'hear'; readonly pick: number; readonly isTwice: boolean }

const aHappening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('edit' as const), edit: anEdit }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      count: fc.integer({ min: 1, max: 4 }),
      isLost: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('answers' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('hear' as const),
      pick: fc.oneof(fc.constant(0), fc.nat(5)),
      isTwice: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constantFrom('cut' as const, 'catch-up' as const, 'reload' as const, 'restart' as const) }),
)

const aStory = fc.array(fc.record({ isFirst: fc.boolean(), happening: aHappening }), { maxLength: 60, size: 'max' })

function happen(page: Page, happening: Happening): void {
  switch (happening.kind) {
    case 'edit':
      perform(page.replica, happening.edit)
      return
    case 'send':
      page.send(happening.count, happening.isLost)
      return
    case 'answers':
      page.hearAnswers()
      return
    case 'hear':
      page.receiveEvent(happening.pick, happening.isTwice)
      return
    case 'cut':
      page.cut()
      return
    case 'catch-up':
      page.catchUp()
      return
    case 'reload':
      page.reload()
      return
    case 'restart':
      page.restart()
      return
  }
}

const openWorld = () => {
  const server = new ModelServer([
    aRecord('a'),
    aRecord('b', ['a'], { position: 100 }),
    aRecord('c', ['a'], { position: 200 }),
    aRecord('d', ['b'], { position: 100 }),
    aRecord('e', ['b', 'c'], { position: 300 }),
  ])
  return { server, pages: [new Page(server, 'x'), new Page(server, 'y')] as const }
}

describe('convergence of two pages and a server', { timeout: 120_000 }, () => {
  it('makes both pages equal to the server, whatever the network does', () => {
    fc.assert(
      fc.property(aStory, (story) => {
        const { server, pages } = openWorld()
        for (const { isFirst, happening } of story) {
          const page = pages[isFirst ? 0 : 1]
          happen(page, happening)
        }
        for (const page of pages) page.finish()
        for (const page of pages) {
          page.receiveAllEvents()
          page.catchUp()
          expect(page.replica.isBehind).toBe(false)
          expect(page.replica.isUnsure).toBe(false)
          expect(page.shown()).toEqual(sorted(server.living()))
          expect(page.breaches()).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('needs only answers and one catch-up without a live connection', () => {
    fc.assert(
      fc.property(aStory, (story) => {
        const { server, pages } = openWorld()
        for (const { isFirst, happening } of story) {
          if (happening.kind !== 'hear') happen(pages[isFirst ? 0 : 1], happening)
        }
        for (const page of pages) page.finish()
        for (const page of pages) {
          page.catchUp()
          expect(page.shown()).toEqual(sorted(server.living()))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('predicts exactly what the server does while no other page edits', () => {
    fc.assert(
      fc.property(fc.array(anEdit, { maxLength: 30, size: 'max' }), fc.integer({ min: 1, max: 9 }), (edits, count) => {
        const { server, pages } = openWorld()
        const [page] = pages
        for (const edit of edits) {
          if (edit.kind === 'title' && edit.text.includes('!')) continue
          perform(page.replica, edit)
          expect(page.breaches()).toEqual([])
        }
        const foreseen = page.shown().map((node) => ({ ...node, version: 0 }))
        while (page.replica.unsent().length > 0) {
          page.send(count, false)
          page.hearAnswers()
          expect(page.shown().map((node) => ({ ...node, version: 0 }))).toEqual(foreseen)
        }
        expect(page.refusals).toBe(0)
        expect(sorted(server.living()).map((node) => ({ ...node, version: 0 }))).toEqual(foreseen)
      }),
      { numRuns: 100 },
    )
  })
})

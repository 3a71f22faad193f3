import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderCards, placeCards, type PlacedCards } from './board-order.ts'

const tree = ['a', 'b', 'c', 'd', 'e']

describe('order of cards in a column', () => {
  it('is that of the tree until a card is put somewhere by hand', () => {
    expect(orderCards(tree, [])).toEqual(tree)
    expect(orderCards(tree, placeCards(tree, [], ['d'], 'a')).join('')).toBe('adbce')
    expect(orderCards(tree, placeCards(tree, [], ['c'], null)).join('')).toBe('cabde')
  })

  it('puts several cards one after another', () => {
    expect(orderCards(tree, placeCards(tree, [], ['b', 'e'], 'c')).join('')).toBe('acbed')
  })

  it('keeps what follows a card in place when that card moves away', () => {
    const first = placeCards(tree, [], ['e'], 'b')
    const shown = orderCards(tree, first)
    expect(shown.join('')).toBe('abecd')
    expect(orderCards(tree, placeCards(shown, first, ['b'], 'd')).join('')).toBe('aecdb')
  })

  it('follows the tree again when the card beside it is gone', () => {
    const placed = placeCards(tree, [], ['e'], 'b')
    expect(orderCards(['a', 'c', 'd', 'e'], placed).join('')).toBe('acde')
  })

  it('shows every card once, whatever is stored', () => {
    const someId = fc.constantFrom(...tree, 'gone')
    const stored: fc.Arbitrary<PlacedCards> = fc.array(fc.tuple(someId, fc.option(someId, { nil: null })), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(stored, (placed) => {
        expect([...orderCards(tree, placed)].sort()).toEqual(tree)
      }),
    )
  })

  it('puts a card where it was dropped, after any number of drops', () => {
    const drop = fc.tuple(fc.constantFrom(...tree), fc.option(fc.constantFrom(...tree), { nil: null }))
    fc.assert(
      fc.property(fc.array(drop, { maxLength: 12 }), (drops) => {
        let placed: PlacedCards = []
        let shown: readonly string[] = tree
        for (const [id, afterId] of drops) {
          if (id === afterId) continue
          const rest = shown.filter((one) => one !== id)
          const wanted = rest.toSpliced(afterId === null ? 0 : rest.indexOf(afterId) + 1, 0, id)
          placed = placeCards(shown, placed, [id], afterId)
          shown = orderCards(tree, placed)
          expect(shown).toEqual(wanted)
        }
      }),
    )
  })
})

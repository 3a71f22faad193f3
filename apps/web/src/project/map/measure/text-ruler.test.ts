import { expect, it } from 'vitest'
import { WordWidths } from './text-ruler.ts'

it('finds every word by its letters and measures it once', () => {
  let measured = 0
  const measure = (word: string) => {
    measured += 1
    return word.length + 1.19
  }
  const widths = new WordWidths(measure)
  const words = Array.from({ length: 20_000 }, (_, n) => `w${n.toString(36)}${n % 7}`)
  const text = words.join(' ')
  for (let round = 0; round < 2; round += 1) {
    let at = 0
    for (const word of words) {
      if (widths.measureWidth(text, at, at + word.length) !== word.length + 1.19) throw new Error(word)
      at += word.length + 1
    }
  }
  expect(measured).toBe(words.length)
})

it('resets before it fills the memory, and stays correct', () => {
  const widths = new WordWidths((word) => word.length)
  for (let n = 0; n < 140_000; n += 1) {
    const word = `x${n}`
    if (widths.measureWidth(word, 0, word.length) !== word.length) throw new Error(word)
  }
  expect(widths.measureWidth('x12', 0, 3)).toBe(3)
})

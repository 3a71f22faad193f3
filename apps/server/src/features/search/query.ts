import type { SearchQuery, SimilarWords } from './store.ts'

/** Words behind these are ignored: each narrows the result further. */
const mostWords = 10
/** Fewer letters are too similar to too much. */
const shortestCorrected = 4
const mostCorrections = 5

/** A word that is searched for, with the words that it may be a misspelling of. */
export interface WantedWord {
  readonly word: string
  readonly corrections: readonly string[]
}

export const toWantedWords = (words: readonly string[]): readonly WantedWord[] =>
  words.slice(0, mostWords).map((word) => ({ word, corrections: [] }))

/** Words have neither quotes nor signs, because these separate words. */
const quote = (word: string): string => `'#${word}'`

/**
 * Builds the queries. The last word may be unfinished: it also finds words that begin so. Words are corrected only if
 * nothing was found, so that a corrected word that is the only one need not be looked up once more as it was typed.
 */
export function buildSearchQuery(words: readonly WantedWord[]): SearchQuery {
  const build = (hasPrefix: boolean): string =>
    words
      .map(({ word, corrections }, index) => {
        const corrected = corrections.map(quote)
        const own = `${quote(word)}${hasPrefix && index === words.length - 1 ? ':*' : ''}`
        const alternatives = words.length === 1 && corrected.length > 0 ? corrected : [own, ...corrected]
        return alternatives.length === 1 ? alternatives[0] : `(${alternatives.join(' | ')})`
      })
      .join(' & ')
  return { begun: build(true), whole: build(false) }
}

/**
 * Returns what the right word has in common with a misspelled one. With one wrong, missing or additional letter it has
 * the same first or second half, and with two exchanged letters as well, unless they are the two in the middle. Null for
 * words that are not corrected.
 */
export function findSimilarity(word: string): SimilarWords | null {
  const letters = [...word]
  if (letters.length < shortestCorrected || /^\d+$/u.test(word)) return null
  const half = Math.floor(letters.length / 2)
  const [first, second] = [letters.slice(0, half), letters.slice(-half)]
  const swapped = [...first.slice(0, -1), second[0], first.at(-1), ...second.slice(1)].join('')
  return { prefix: first.join(''), suffix: second.join(''), swapped }
}

/** Returns the most similar of the words: those one letter apart first, then by their common trigrams. */
export const chooseCorrections = (word: string, candidates: readonly string[]): readonly string[] =>
  candidates
    .filter((candidate) => candidate !== word)
    .map((candidate) => ({
      candidate,
      similarity: compareTrigrams(word, candidate) + (isOneLetterApart(word, candidate) ? 1 : 0),
    }))
    .filter(({ similarity }) => similarity >= leastSimilarity)
    .sort((one, other) => other.similarity - one.similarity || (one.candidate < other.candidate ? -1 : 1))
    .slice(0, mostCorrections)
    .map(({ candidate }) => candidate)

/** The default of PostgreSQL's pg_trgm is 0.3, for whole texts. */
const leastSimilarity = 0.35

/** Whether one letter is wrong, missing or additional, or two neighbors are exchanged. */
function isOneLetterApart(one: string, other: string): boolean {
  const [first, second] = [[...one], [...other]]
  const shorter = Math.min(first.length, second.length)
  let start = 0
  while (start < shorter && first[start] === second[start]) start += 1
  let end = 0
  while (end < shorter - start && first.at(-1 - end) === second.at(-1 - end)) end += 1
  const [left, right] = [first.slice(start, first.length - end), second.slice(start, second.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** The share of trigrams that two words have in common, as PostgreSQL's pg_trgm counts them. */
function compareTrigrams(one: string, other: string): number {
  const [first, second] = [listTrigrams(one), listTrigrams(other)]
  const common = [...first].filter((gram) => second.has(gram)).length
  return common / (first.size + second.size - common)
}

function listTrigrams(word: string): ReadonlySet<string> {
  const letters = [' ', ' ', ...word, ' ']
  return new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join('')))
}

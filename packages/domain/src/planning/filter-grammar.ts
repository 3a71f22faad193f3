/** One word of the filter box as it is written. */
export interface FilterWord {
  /** Its place in the text, including a minus sign and quotes. */
  readonly start: number
  readonly end: number
  readonly isNegated: boolean
  /** The text before the first colon outside of quotes, in lower case; null: a plain word. */
  readonly key: string | null
  /** The text after that colon, or the whole word, without quotes. */
  readonly value: string
  /** The word without its minus sign and its quotes: what is searched for if the filter cannot be understood. */
  readonly text: string
}

const blank = /\s/u

/**
 * Splits the text of the filter box into words. Every text can be split: a quote that is not closed reaches to the end,
 * and a lone minus sign is a word.
 */
export function splitFilter(text: string): readonly FilterWord[] {
  const words: FilterWord[] = []
  let at = 0
  while (at < text.length) {
    if (blank.test(text.charAt(at))) {
      at += 1
      continue
    }
    const word = readWord(text, at)
    // A pair of quotes with nothing inside asks for nothing.
    if (word.text !== '') words.push(word)
    at = word.end
  }
  return words
}

function readWord(text: string, start: number): FilterWord {
  const next = text.charAt(start + 1)
  const isNegated = text.charAt(start) === '-' && next !== '' && !blank.test(next)
  let at = isNegated ? start + 1 : start
  let plain = ''
  let colon = -1
  let isQuoted = false
  for (; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '"') {
      isQuoted = !isQuoted
      continue
    }
    if (!isQuoted && blank.test(sign)) break
    if (!isQuoted && sign === ':' && colon < 0) colon = plain.length
    plain += sign
  }
  // A colon at either end belongs to the word itself: while somebody is typing `tag:`, nothing is asked of tags yet.
  const hasKey = colon > 0 && colon < plain.length - 1
  return {
    start,
    end: at,
    isNegated,
    key: hasKey ? plain.slice(0, colon).toLowerCase() : null,
    value: hasKey ? plain.slice(colon + 1) : plain,
    text: plain,
  }
}

/** Writes a word of a filter so that `splitFilter` reads the same key and value. */
export function writeFilterWord(key: string | null, value: string): string {
  const written = quoteIfNeeded(value, key === null)
  return key === null ? written : `${quoteIfNeeded(key, true)}:${written}`
}

const quoteIfNeeded = (text: string, isFirst: boolean): string => {
  // Quotes cannot be written inside of quotes; names match without them.
  const bare = text.replaceAll('"', '')
  return /\s/u.test(bare) || bare === '' || (isFirst && (bare.includes(':') || bare.startsWith('-')))
    ? `"${bare}"`
    : bare
}

export type Comparison = '<' | '<=' | '>' | '>=' | '='

/** Splits `>=high` into its sign and the rest; without a sign it is an equality. */
export function splitComparison(value: string): { readonly sign: Comparison; readonly rest: string } {
  const [, sign, rest = ''] = /^(<=|>=|<|>|=)?(.*)$/su.exec(value) ?? []
  return { sign: (sign ?? '=') as Comparison, rest }
}

export function compareBy(sign: Comparison, order: number): boolean {
  switch (sign) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '=':
      return order === 0
  }
}

import type { EstimateUnit } from '@espalier/domain'

interface EstimateWords {
  readonly amount: number
  /** Undefined: the file does not name the unit. */
  readonly unit: EstimateUnit | undefined
}

const unitByWord: ReadonlyMap<string, EstimateUnit> = new Map([
  ['p', 'points'],
  ['h', 'hours'],
  ['hour', 'hours'],
  ['hours', 'hours'],
  ['d', 'days'],
  ['day', 'days'],
  ['days', 'days'],
])

export const unitLetters: Readonly<Record<EstimateUnit, string>> = { points: 'p', hours: 'h', days: 'd' }

/** Reads `3`, `2.5 days` or `3d`. Null: it is no amount. */
export function readEstimateWords(text: string): EstimateWords | null {
  const [, digits, word = ''] = /^\s*(\d+(?:[.,]\d+)?(?:e[-+]?\d+)?)\s*([a-z]*)\s*$/iu.exec(text) ?? []
  if (digits === undefined) return null
  return { amount: Number(digits.replace(',', '.')), unit: unitByWord.get(word.toLowerCase()) }
}

const hoursPerDay = 8

/** Hours and days are converted; points are no time, so the number stays as it is. */
export function convertEstimate(
  { amount, unit }: EstimateWords,
  usual: EstimateUnit | undefined,
  wanted: EstimateUnit | undefined,
): number {
  const from = unit ?? usual
  if (from === 'days' && wanted === 'hours') return amount * hoursPerDay
  return from === 'hours' && wanted === 'days' ? amount / hoursPerDay : amount
}

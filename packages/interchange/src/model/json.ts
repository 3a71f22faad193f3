import { exchangeLimits } from '@espalier/domain'
import { ImportError } from './import-fault.ts'
import { importDetailTexts } from './import-texts.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const toRecords = (value: unknown): readonly JsonRecord[] => toList(value).filter(isRecord)

export const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Parses a JSON text after checking its depth. */
export function parseJson(text: string): unknown {
  refuseDepth(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ImportError('broken', error instanceof Error ? error.message : importDetailTexts.notJson)
  }
  refuseUnsafeKeys(value)
  return value
}

const quote = 34
const backslash = 92
const opening: ReadonlySet<number> = new Set([91, 123])
const closing: ReadonlySet<number> = new Set([93, 125])

function refuseDepth(text: string): void {
  let level = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (isQuoted && sign === backslash) at += 1
    else if (sign === quote) isQuoted = !isQuoted
    else if (!isQuoted && opening.has(sign)) level += 1
    else if (!isQuoted && closing.has(sign)) level -= 1
    if (level > exchangeLimits.files.jsonLevels) throw new ImportError('too-deep')
  }
}

const unsafeKeys = ['__proto__', 'constructor', 'prototype']

/** A key such as __proto__ would change all objects once it is copied. */
export function refuseUnsafeKeys(value: unknown): void {
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const unsafe = unsafeKeys.find((key) => Object.hasOwn(next, key))
    if (unsafe !== undefined) throw new ImportError('unsafe-key', unsafe)
    for (const inner of Object.values(next)) if (typeof inner === 'object' && inner !== null) waiting.push(inner)
  }
}

import { accept, refuse, type Result } from '@espalier/domain'
import { isJsonObject, type Json, type JsonObject } from '../protocol/json.ts'
import { errorTexts } from '../texts/errors.ts'

/** The parts of an identity that an operator may change. */
export interface PatchedIdentity {
  readonly state: 'active' | 'inactive'
  readonly metadataPublic: JsonObject | null
}

const refusePatch = (reason: string): Result<never, string> => refuse(reason)

/** Applies a JSON Patch completely or not at all. The error is a sentence for the operator. */
export function applyIdentityPatch(before: PatchedIdentity, patch: unknown): Result<PatchedIdentity, string> {
  if (!Array.isArray(patch) || patch.length === 0) return refusePatch(errorTexts.patch.notList)
  let current = before
  for (const step of patch as unknown[]) {
    const next = applyStep(current, step)
    if (!next.ok) return next
    current = next.value
  }
  return accept(current)
}

function applyStep(before: PatchedIdentity, step: unknown): Result<PatchedIdentity, string> {
  if (!isJsonObject(step)) return refusePatch('A change must be an object.')
  const { op, path, value = null } = step
  if (op !== 'add' && op !== 'replace' && op !== 'remove') return refusePatch(errorTexts.patch.badOperation)
  if (typeof path !== 'string') return refusePatch('A change must name its path.')
  // PostgreSQL cannot store NUL, but JSON can contain it.
  if (JSON.stringify(step).includes('\\u0000')) return refusePatch('A value has characters that no text has.')
  if (path === '/state') return setState(before, op === 'remove' ? null : value)
  const [, root, key, ...deeper] = path.split('/')
  if (root !== 'metadata_public' || deeper.length > 0) return refusePatch(errorTexts.patch.badPath(path.slice(0, 100)))
  if (key === undefined) return setMetadata(before, op === 'remove' ? null : value)
  return setKey(before, key.replaceAll('~1', '/').replaceAll('~0', '~'), op === 'remove' ? undefined : value)
}

function setState(before: PatchedIdentity, state: Json): Result<PatchedIdentity, string> {
  if (state !== 'active' && state !== 'inactive') return refusePatch(errorTexts.patch.badState)
  return accept({ ...before, state })
}

function setMetadata(before: PatchedIdentity, metadataPublic: Json): Result<PatchedIdentity, string> {
  if (metadataPublic !== null && !isJsonObject(metadataPublic)) return refusePatch('metadata_public must be an object.')
  return accept({ ...before, metadataPublic })
}

function setKey(before: PatchedIdentity, key: string, value: Json | undefined): Result<PatchedIdentity, string> {
  if (before.metadataPublic === null) return refusePatch('metadata_public is null: set the whole object.')
  const others = Object.entries(before.metadataPublic).filter(([name]) => name !== key)
  const entries = value === undefined ? others : [...others, [key, value] as const]
  return accept({ ...before, metadataPublic: Object.fromEntries(entries) })
}

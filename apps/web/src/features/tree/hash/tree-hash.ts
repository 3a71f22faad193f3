import type { NodeId } from '@espalier/domain'

/** Where a view lies: screen = world * zoom + (x, y). */
export interface HashPan {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** What the hash of a project says; null: nothing of it. */
export interface TreeHash {
  readonly node: NodeId | null
  readonly pan: HashPan | null
  readonly search: string | null
}

/** A part that makes no sense is passed over: addresses are typed and cut off by hand. */
export function readHash(hash: string): TreeHash {
  const parts = new Map<string, string>()
  for (const part of hash.replace(/^#/u, '').split('&')) {
    const [name = '', ...rest] = part.split('=')
    if (rest.length > 0) parts.set(name, decoded(rest.join('=')))
  }
  return {
    node: parts.get('node') || null,
    pan: readPan(parts.get('pan') ?? ''),
    search: parts.get('search')?.trim() || null,
  }
}

export function writeHash({ node, pan, search }: TreeHash): string {
  const parts = [
    ...(node === null ? [] : [`node=${encodeURIComponent(node)}`]),
    ...(pan === null ? [] : [`pan=${rounded(pan.x, 0)},${rounded(pan.y, 0)},${rounded(pan.zoom, 3)}`]),
    ...(search === null ? [] : [`search=${encodeURIComponent(search)}`]),
  ]
  return parts.length === 0 ? '' : `#${parts.join('&')}`
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

function readPan(text: string): HashPan | null {
  const pieces = text.split(',')
  if (pieces.length !== 3 || pieces.some((piece) => piece.trim() === '')) return null
  const [x = Number.NaN, y = Number.NaN, zoom = Number.NaN] = pieces.map(Number)
  return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(zoom) && zoom > 0 ? { x, y, zoom } : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import type { NodeId } from '@espalier/domain'

/** Where a view lies: screen = world * zoom + (x, y). */
export interface AddressPan {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** What the hash of a project says; null: nothing of it. */
export interface ProjectAddress {
  readonly node: NodeId | null
  readonly pan: AddressPan | null
  readonly search: string | null
}

/** A part that makes no sense is passed over: addresses are typed and cut off by hand. */
export function parseAddressHash(hash: string): ProjectAddress {
  const parts = new Map<string, string>()
  for (const part of hash.replace(/^#/u, '').split('&')) {
    const [name = '', ...rest] = part.split('=')
    if (rest.length > 0) parts.set(name, decodeLeniently(rest.join('=')))
  }
  return {
    node: parts.get('node') || null,
    pan: parsePanPart(parts.get('pan') ?? ''),
    search: parts.get('search')?.trim() || null,
  }
}

export function formatAddressHash({ node, pan, search }: ProjectAddress): string {
  const parts = [
    ...(node === null ? [] : [`node=${encodeURIComponent(node)}`]),
    ...(pan === null ? [] : [`pan=${roundTo(pan.x, 0)},${roundTo(pan.y, 0)},${roundTo(pan.zoom, 3)}`]),
    ...(search === null ? [] : [`search=${encodeURIComponent(search)}`]),
  ]
  return parts.length === 0 ? '' : `#${parts.join('&')}`
}

const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits))

function parsePanPart(text: string): AddressPan | null {
  const pieces = text.split(',')
  if (pieces.length !== 3 || pieces.some((piece) => piece.trim() === '')) return null
  const [x = Number.NaN, y = Number.NaN, zoom = Number.NaN] = pieces.map(Number)
  return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(zoom) && zoom > 0 ? { x, y, zoom } : null
}

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

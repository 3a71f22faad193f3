import type { NodeId } from '@espalier/domain'
import { getFocusedId } from './focused-branch.ts'
import { type PlanView, planViews } from './plan-views.ts'
import type { ProjectWorkspace } from './project-workspace.ts'
import type { MapPosition } from './view-settings.ts'

export const emptyAddress: ProjectAddress = {
  node: null,
  comment: null,
  pan: null,
  search: null,
  filter: null,
  focus: null,
  split: null,
}

/** Returns the hash with which another view of the same project opens: what it shows is not a place on the map. */
export const formatSharedHash = (workspace: ProjectWorkspace): string =>
  formatAddressHash({ ...emptyAddress, ...readSharedParts(workspace) })

/** Returns the parts of an address that every view shows. */
export function readSharedParts({
  search: find,
  filter,
  matches,
  split,
}: ProjectWorkspace): Pick<ProjectAddress, 'search' | 'filter' | 'focus' | 'split'> {
  const { isOpen, query } = find.get()
  const { text } = filter.get()
  return {
    search: isOpen && query.trim() !== '' ? query : null,
    filter: text === '' ? null : text,
    focus: getFocusedId(matches.get()),
    split: split.get(),
  }
}

/** The parsed hash of a project; null: the part is missing. */
export interface ProjectAddress {
  readonly node: NodeId | null
  /** A comment on the node. */
  readonly comment: string | null
  readonly pan: MapPosition | null
  readonly search: string | null
  /** Empty: the box is open. */
  readonly filter: string | null
  /** The top of the branch that is shown alone. */
  readonly focus: NodeId | null
  /** The view beside the open one. */
  readonly split: PlanView | null
}

/** Invalid parts are ignored, because people type and truncate addresses. */
export function parseAddressHash(hash: string): ProjectAddress {
  const parts = new Map<string, string>()
  for (const part of hash.replace(/^#/u, '').split('&')) {
    const [name = '', ...rest] = part.split('=')
    if (rest.length > 0) parts.set(name, decodeLeniently(rest.join('=')))
  }
  return {
    node: parts.get('node') || null,
    comment: parts.get('comment') || null,
    pan: parsePanPart(parts.get('pan') ?? ''),
    search: parts.get('search')?.trim() || null,
    filter: parts.get('filter')?.trim() ?? null,
    focus: parts.get('focus') || null,
    split: planViews.find((view) => view === parts.get('split')) ?? null,
  }
}

/** In the order of the address. */
const partNames = Object.keys(emptyAddress) as readonly (keyof ProjectAddress)[]

export function formatAddressHash(address: ProjectAddress): string {
  const parts = partNames.flatMap((name) => {
    const value = address[name]
    if (value === null) return []
    const text = typeof value === 'string' ? encodeURIComponent(value) : formatPan(value)
    return [`${name}=${text}`]
  })
  return parts.length === 0 ? '' : `#${parts.join('&')}`
}

const formatPan = ({ x, y, zoom }: MapPosition): string => `${roundTo(x, 0)},${roundTo(y, 0)},${roundTo(zoom, 3)}`

const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits))

function parsePanPart(text: string): MapPosition | null {
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

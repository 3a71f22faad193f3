import { defaultProjectFilter, isProjectFilter, type ProjectFilter } from '@espalier/domain'

/** What the hash says of the list: which projects, and which names among them. */
export interface ListAddress {
  readonly filter: ProjectFilter
  readonly search: string
}

const searchPrefix = 'search='

/** A hash that makes no sense is the inbox. */
export function parseListAddress(hash: string): ListAddress {
  const parts = hash.replace(/^#/, '').split('&')
  const search = parts.find((part) => part.startsWith(searchPrefix)) ?? searchPrefix
  return {
    filter: parts.find(isProjectFilter) ?? defaultProjectFilter,
    search: decodeSafely(search.slice(searchPrefix.length)),
  }
}

export const formatListAddress = ({ filter, search }: ListAddress): string =>
  `/projects#${[filter, ...(search.trim() === '' ? [] : [searchPrefix + encodeURIComponent(search)])].join('&')}`

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import { defaultProjectFilter, isProjectFilter, type ProjectFilter } from '@espalier/domain'

/** What the hash says of the list: which projects, and which names among them. */
export interface ListPlace {
  readonly filter: ProjectFilter
  readonly search: string
}

const searchPart = 'search='

/** A hash that makes no sense is the inbox. */
export function readPlace(hash: string): ListPlace {
  const parts = hash.replace(/^#/, '').split('&')
  const search = parts.find((part) => part.startsWith(searchPart)) ?? searchPart
  return {
    filter: parts.find(isProjectFilter) ?? defaultProjectFilter,
    search: decoded(search.slice(searchPart.length)),
  }
}

export const addressOf = ({ filter, search }: ListPlace): string =>
  `/projects#${[filter, ...(search.trim() === '' ? [] : [searchPart + encodeURIComponent(search)])].join('&')}`

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

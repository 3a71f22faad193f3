import { type Format, formats } from '@espalier/interchange'

const readable: readonly Format[] = formats.filter(({ canRead }) => canRead)

/** What a file chooser offers. */
export const acceptedFiles = readable.flatMap(({ extension, alsoRead = [] }) => [extension, ...alsoRead]).join(',')

/** For a person, as in a hint. */
export const readableNames = readable.map(({ name, extension }) => `${name} (${extension})`).join(', ')

const unsafe = /[^\p{L}\p{N} ._()-]+/gu
const longestName = 80

/** A name that every system takes. */
export function fileNameOf(title: string, extension: string): string {
  const name = Array.from(title.replace(unsafe, ' ').replace(/\s+/gu, ' ').trim()).slice(0, longestName).join('')
  return `${name.replace(/^[. ]+|[. ]+$/gu, '') || 'project'}${extension}`
}

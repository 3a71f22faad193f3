import { type Format, formats } from '@espalier/interchange'

const readableFormats: readonly Format[] = formats.filter(({ canRead }) => canRead)

/** What a file chooser offers. */
export const acceptedExtensions = readableFormats
  .flatMap(({ extension, alsoRead = [] }) => [extension, ...alsoRead])
  .join(',')

/** For a person, as in a hint. */
export const readableFormatNames = readableFormats.map(({ name, extension }) => `${name} (${extension})`).join(', ')

const unsafeCharacters = /[^\p{L}\p{N} ._()-]+/gu
const maxNameLength = 80

/** A name that every system takes. */
export function toFileName(title: string, extension: string): string {
  const name = Array.from(title.replace(unsafeCharacters, ' ').replace(/\s+/gu, ' ').trim())
    .slice(0, maxNameLength)
    .join('')
  return `${name.replace(/^[. ]+|[. ]+$/gu, '') || 'project'}${extension}`
}

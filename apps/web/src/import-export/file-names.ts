import { type Format, formats } from '@espalier/interchange'
import { fileJobTexts } from '../texts/import-dialog.ts'

const readableFormats: readonly Format[] = formats.filter(({ canRead }) => canRead)

/** The extensions that a file chooser offers. */
export const acceptedExtensions = readableFormats
  .flatMap(({ extension, alsoRead = [] }) => [extension, ...alsoRead])
  .join(',')

/** Tells whether a file is a table, whose columns the person assigns before it is imported. */
export const isTableFile = (name: string): boolean => /\.(?:csv|tsv|tab)$/iu.test(name)

/** The names that a hint shows. */
export const listReadableFormats = (): string =>
  readableFormats.map(({ name, extension }) => fileJobTexts.format(name, extension)).join(', ')

const unsafeCharacters = /[^\p{L}\p{N} ._()-]+/gu
const maxNameLength = 80

/** Returns a name that every system accepts. */
export function toFileName(title: string, extension: string): string {
  const name = Array.from(title.replace(unsafeCharacters, ' ').replace(/\s+/gu, ' ').trim())
    .slice(0, maxNameLength)
    .join('')
  return `${name.replace(/^[. ]+|[. ]+$/gu, '') || fileJobTexts.untitledFile}${extension}`
}

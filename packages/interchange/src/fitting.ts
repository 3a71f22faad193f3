import { limits, shortenText } from '@espalier/domain'
import { ImportError } from './fault.ts'

/** Title and body, refused where the server would refuse them later. */
export function checkTextLengths(title: string, body: string): { readonly title: string; readonly body: string } {
  const { titleCharacters, bodyCharacters } = limits.paste
  if (title.length > titleCharacters || body.length > bodyCharacters) throw new ImportError('text-too-long', shortenText(title))
  return { title, body }
}

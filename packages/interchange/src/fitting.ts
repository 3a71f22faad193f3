import { limits, shorten } from '@espalier/domain'
import { Refused } from './fault.ts'

/** Title and body, refused where the server would refuse them later. */
export function fitting(title: string, body: string): { readonly title: string; readonly body: string } {
  const { titleCharacters, bodyCharacters } = limits.paste
  if (title.length > titleCharacters || body.length > bodyCharacters) throw new Refused('text-too-long', shorten(title))
  return { title, body }
}

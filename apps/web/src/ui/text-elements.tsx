import type { ReactNode } from 'react'
import { Link } from './Button.tsx'

/** These put elements into a sentence: `withElements(text, { link: linkTo('/login') })`. */
type TextElement = (words: string) => ReactNode

export const linkTo =
  (address: string): TextElement =>
  (words) => <Link to={address}>{words}</Link>

/** A link whose words are a title that a person has written. */
export const linkUserData =
  (address: string): TextElement =>
  (words) => (
    <Link to={address} translate="no">
      {words}
    </Link>
  )

/** Emphasizes a name or an address of a person, which no language translates. */
export const emphasizeUserData: TextElement = (words) => <strong translate="no">{words}</strong>

import { Fragment, type ReactNode } from 'react'
import { Link } from '../platform/router.tsx'

type TextElement = (words: string) => ReactNode
type Elements = Readonly<Record<string, TextElement>>

const tagged = /<(\w+)>(.*?)<\/\1>/g

/**
 * Puts elements into a text: `withElements('Read the <link>guide</link>.', { link: (words) => <a …>{words}</a> })`. The
 * text stays one sentence, which a translator can order as the language needs. Other tags stay as they are: they are
 * part of a title or a name in the text.
 */
export function withElements(text: string, elements: Elements): ReactNode {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: whole, 1: name = '', 2: words = '', index } of text.matchAll(tagged)) {
    const element = Object.hasOwn(elements, name) ? elements[name] : undefined
    if (element === undefined) continue
    parts.push(text.slice(end, index), element(words))
    end = index + whole.length
  }
  parts.push(text.slice(end))
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}

/** A link inside the product: `withElements(text, { link: linkTo('/login') })`. */
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

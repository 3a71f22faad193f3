import { Fragment, type ReactNode } from 'react'

type Elements = Readonly<Record<string, (words: string) => ReactNode>>

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

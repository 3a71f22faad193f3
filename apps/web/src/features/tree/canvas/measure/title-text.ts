import { decodeEntities } from '@espalier/domain'

const onlyParagraphs = /^(?:[^<]|<\/?p>|<br ?\/?>)*$/u
const paragraphEnds = /<\/?p>/u
const lineBreak = /<br ?\/?>/u

const decodeText = (text: string) => (text.includes('&') ? decodeEntities(text) : text)

/** The lines that the writer of a title began; null where it is formatted, so that only a browser can break it. */
export function readPlainParagraphs(title: string): readonly string[] | null {
  const end = title.length - 4
  if (title.startsWith('<p>') && title.indexOf('<', 3) === end && title.endsWith('</p>')) {
    return [decodeText(title.slice(3, end))]
  }
  if (!title.includes('<')) return [decodeText(title)]
  return onlyParagraphs.test(title) ? splitParagraphs(title) : null
}

function splitParagraphs(title: string): readonly string[] {
  const paragraphs: string[] = []
  for (const block of title.split(paragraphEnds)) {
    if (block === '') continue
    const lines = block.split(lineBreak)
    // A browser draws no line for the break that ends a block.
    if (lines.length > 1 && lines.at(-1) === '') lines.pop()
    for (const line of lines) paragraphs.push(decodeText(line))
  }
  return paragraphs.length === 0 ? [''] : paragraphs
}

/** What a form has to say after a try: a text for the whole of it, and one for each field that is wrong. */
export interface Outcome {
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
}

export const noOutcome: Outcome = { text: '', fields: {} }

export const said = (text: string, fields: Readonly<Record<string, string>> = {}): Outcome => ({ text, fields })

/** Null: every field is filled. The texts are given by field. */
export function missing(
  values: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): Outcome | null {
  const empty = Object.keys(texts).filter((name) => (values[name] ?? '').trim() === '')
  return empty.length === 0 ? null : said('', Object.fromEntries(empty.map((name) => [name, texts[name] ?? ''])))
}

/** What a form has to say after a try: a text for the whole of it, and one for each field that is wrong. */
export interface FormErrors {
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
}

export const noFormErrors: FormErrors = { text: '', fields: {} }

export const formError = (text: string, fields: Readonly<Record<string, string>> = {}): FormErrors => ({ text, fields })

/** Null: every field is filled. The texts are given by field. */
export function checkRequiredFields(
  values: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): FormErrors | null {
  const empty = Object.keys(texts).filter((name) => (values[name] ?? '').trim() === '')
  return empty.length === 0 ? null : formError('', Object.fromEntries(empty.map((name) => [name, texts[name] ?? ''])))
}

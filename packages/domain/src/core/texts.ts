/** A sentence, or a function that fills values into one. */
export type Text = string | ((...values: never[]) => string)

export interface Texts {
  readonly [key: string]: Text | Texts
}

/** Returns the text of a language for an English one. The path is `area.key`, or `area.key.key` in a group. */
export type Translate = (path: string, english: Text) => Text

let translate: Translate | null = null

/** Switches the language of all texts. Texts that were read before keep the language they were read in. */
export const setTranslation = (next: Translate | null): void => {
  translate = next
}

/**
 * Declares the texts of one area in English. Reading a text returns it in the current language, so read it where it is
 * shown: a constant of a module would be filled before the language is loaded.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineTexts<const Defined extends Texts>(area: string, english: Defined): Defined {
  return new Proxy(english, {
    get(texts, key, receiver) {
      const text: unknown = Reflect.get(texts, key, receiver)
      if (translate === null || typeof key !== 'string' || text === undefined) return text
      const path = `${area}.${key}`
      return typeof text === 'object' ? defineTexts(path, text as Texts) : translate(path, text as Text)
    },
  })
}

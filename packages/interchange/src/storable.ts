// Half a character and characters that draw nothing are refused by the server, and everything around them too.
const unstorable = /[^\P{Cc}\t\n\r]|\p{Cs}/gu

export const storable = (text: string): string => text.replace(unstorable, '')

/** One line for a place that has room for one. */
export const oneLine = (text: string): string => storable(text).replace(/\s+/gu, ' ').trim()

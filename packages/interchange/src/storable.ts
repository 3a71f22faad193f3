// Half a character and characters that draw nothing are refused by the server, and everything around them too.
const unstorable = /[^\P{Cc}\t\n\r]|\p{Cs}/gu

// Most texts hold nothing of the kind, and this is told much faster.
const mayHoldSome = /[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\uffff]/

export const storable = (text: string): string => (mayHoldSome.test(text) ? text.replace(unstorable, '') : text)

/** One line for a place that has room for one. */
export const oneLine = (text: string): string => storable(text).replace(/\s+/gu, ' ').trim()

// What the editor leaves of a description from which everything was deleted.
const emptyParagraphs = /^(?:\s*<p>(?:\s|<br\s*\/?>)*<\/p>)*\s*$/iu

export const isEmptyBody = (html: string): boolean => emptyParagraphs.test(html)

/** An empty description is stored as ''. */
export const normalizeBody = (html: string): string => (isEmptyBody(html) ? '' : html)

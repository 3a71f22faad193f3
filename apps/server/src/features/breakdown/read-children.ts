/** Takes the text of an answer piece by piece; answers each element of its list as soon as it is whole. */
export interface IdeaStreamParser {
  push(piece: string): readonly unknown[]
}

const thinkingStart = /^\s*<think>/iu
const thinkingEnd = '</think>'

/**
 * The elements of the outermost list, alone or inside of one object. What stands around the JSON is passed over: a
 * fence, a sentence before it, a model's thoughts.
 */
export function createIdeaStreamParser(): IdeaStreamParser {
  let text = ''
  let at = 0
  let open: ('{' | '[')[] = []
  let start = -1
  let isInText = false
  let isEscaped = false
  /** Of what was begun, what has been closed here: an element of the list, or null. */
  const close = (end: number): unknown => {
    open.pop()
    const isElement = open.length <= 2 && open.at(-1) === '[' && (open.length === 1 || open[0] === '{')
    if (!isElement || start < 0) return null
    const element = text.slice(start, end)
    start = -1
    return parseJsonOrNull(element)
  }
  /** True: the sign lies inside of a text. */
  const passText = (sign: string): boolean => {
    if (!isInText) {
      isInText = open.length > 0 && sign === '"'
      return isInText
    }
    if (isEscaped) isEscaped = false
    else if (sign === '\\') isEscaped = true
    else if (sign === '"') isInText = false
    return true
  }
  return {
    push(piece) {
      text += piece
      if (at === 0 && thinkingStart.test(text)) {
        const end = text.indexOf(thinkingEnd)
        if (end < 0) return []
        at = end + thinkingEnd.length
      }
      const found: unknown[] = []
      for (; at < text.length; at += 1) {
        const sign = text[at] ?? ''
        if (passText(sign)) continue
        if (sign === '{' || sign === '[') {
          const isElement = sign === '{' && open.at(-1) === '[' && open.length <= 2
          if (isElement) start = at
          open.push(sign)
        } else if (sign === '}' || sign === ']') {
          const element = close(at + 1)
          if (element !== null) found.push(element)
          if (open.length === 0) open = []
        }
      }
      return found
    },
  }
}

function parseJsonOrNull(element: string): unknown {
  try {
    return JSON.parse(element) as unknown
  } catch {
    return null
  }
}

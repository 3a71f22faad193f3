/** The two media types of an answer: the old one keeps HTTP 200 for errors of the document, the new one does not. */
export type AnswerType = 'application/json' | 'application/graphql-response+json'

interface Accepted {
  readonly type: string
  readonly quality: number
}

function acceptedOf(header: string): Accepted[] {
  return header.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) }
  })
}

const meanings: Readonly<Record<string, AnswerType>> = {
  'application/graphql-response+json': 'application/graphql-response+json',
  'application/json': 'application/json',
  'application/*': 'application/json',
  '*/*': 'application/json',
}

/** Null: the caller accepts neither. */
export function answerTypeOf(accept: string | undefined): AnswerType | null {
  if (accept === undefined || accept.trim() === '') return 'application/json'
  let best: { readonly type: AnswerType; readonly quality: number } | null = null
  for (const { type, quality } of acceptedOf(accept)) {
    const meaning = meanings[type]
    if (meaning !== undefined && quality > (best?.quality ?? 0)) best = { type: meaning, quality }
  }
  return best?.type ?? null
}

/** The two media types of an answer: the old one keeps HTTP 200 for errors of the document, the new one does not. */
export type AnswerMediaType = 'application/json' | 'application/graphql-response+json'

interface AcceptedType {
  readonly type: string
  readonly quality: number
}

function parseAcceptHeader(header: string): AcceptedType[] {
  return header.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { type, quality: quality === undefined ? 1 : Number(quality) }
  })
}

const answerTypeByAccept: Readonly<Record<string, AnswerMediaType>> = {
  'application/graphql-response+json': 'application/graphql-response+json',
  'application/json': 'application/json',
  'application/*': 'application/json',
  '*/*': 'application/json',
}

/** Null: the caller accepts neither. */
export function negotiateAnswerType(accept: string | undefined): AnswerMediaType | null {
  if (accept === undefined || accept.trim() === '') return 'application/json'
  let best: { readonly type: AnswerMediaType; readonly quality: number } | null = null
  for (const { type, quality } of parseAcceptHeader(accept)) {
    const meaning = answerTypeByAccept[type]
    if (meaning !== undefined && quality > (best?.quality ?? 0)) best = { type: meaning, quality }
  }
  return best?.type ?? null
}

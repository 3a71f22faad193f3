const offeredTypes = ['text/html', 'application/json'] as const

interface AcceptRange {
  readonly value: string
  readonly quality: number
}

function parseAcceptHeader(header: string): AcceptRange[] {
  return header.split(',').map((part) => {
    const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = q === undefined ? 1 : Number(q.slice(2))
    return { value, quality: Number.isFinite(quality) ? quality : 0 }
  })
}

/** How exactly a range names an offer: 0 not at all, 3 by its whole name. */
function matchPrecision(range: AcceptRange, offer: string): number {
  if (range.value === offer) return 3
  if (range.value === `${offer.split('/')[0]}/*`) return 2
  return range.value === '*/*' ? 1 : 0
}

/** Whether an answer in JSON is wanted more than a page; a tie, a wildcard or no header want the page. */
export function acceptsJson(header: string | undefined): boolean {
  let best: { offer: string; quality: number; precision: number } = { offer: offeredTypes[0], quality: 0, precision: 0 }
  const ranges = parseAcceptHeader(header ?? '')
  for (const offer of offeredTypes) {
    for (const range of ranges) {
      const exactness = matchPrecision(range, offer)
      if (exactness === 0 || range.quality <= 0 || range.quality < best.quality) continue
      if (range.quality > best.quality || exactness > best.precision) {
        best = { offer, quality: range.quality, precision: exactness }
      }
    }
  }
  return best.offer === 'application/json'
}

/** The looser rule of submits, errors and logout: a client that speaks JSON is answered in it. */
export const isJsonClient = (accept: string | undefined, contentType: string | undefined): boolean =>
  contentType === 'application/json' || acceptsJson(accept)

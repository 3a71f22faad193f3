import { describe, expect, it } from 'vitest'
import { readImportPartNodes } from '../features/import/import-input.ts'
import { prepareImportedTexts, sanitizeInput, sanitizeJson, sanitizeText, sanitizeTexts } from './sanitize-input.ts'

/** Counts the turns of the event loop during some work: zero if it ran synchronously. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const turn = (): void => {
    if (isOver) return
    turns += 1
    setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return turns
}

const short = '<b>x</b>'.repeat(10)
const long = '<b>x</b>'.repeat(10_000)

describe('Input text', { timeout: 120_000 }, () => {
  it('sanitizes a short text synchronously', async () => {
    expect(await countTurns(() => sanitizeText(short))).toBe(0)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a long description', () => sanitizeText(long)],
    ['a long text inside JSON', () => sanitizeJson({ a: long }, 'json')],
    [
      'many short texts inside JSON',
      () =>
        sanitizeJson(
          Array.from({ length: 2_000 }, (_, at) => `<b>${at}</b>`),
          'json',
        ),
    ],
    ['the texts of an import', () => prepareImportedTexts([long], 'file')],
  ])('does not block the event loop while a worker sanitizes a long text: %s', async (_name, work) => {
    expect(await countTurns(work)).toBeGreaterThan(0)
  })

  it('sanitizes equally in any thread and keeps the order of texts', async () => {
    expect(await sanitizeText(`${long}<script>x</script>`)).toBe(long)
    const texts = [`1${long}`, '2<i onclick=x>y</i>', `3${long}${long}${long}${long}`, '4']
    expect(await sanitizeTexts(texts, 'rich-text')).toEqual([texts[0], '2<i>y</i>', texts[2], '4'])
  })

  it('a worker refuses a text with its field, too', async () => {
    await expect(sanitizeInput('<b>'.repeat(10_000), 'body')).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'body' },
    })
    await expect(
      readImportPartNodes({ nodes: [{ id: 'a', title: 'x', body: '<'.repeat(200_000) }] }),
    ).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'file' },
    })
  })

  it('refuses a long text with a retry time when too many wait', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 120 }, () => sanitizeInput(`<i>${short.repeat(200)}</i>`, 'body')),
    )
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(120)
    for (const error of refused) expect(error).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 1 } })
  })
})

/**
 * Markup that costs a careless parser far more than its length: parsers keep a stack of open tags, look ahead for
 * something that never comes, or restart at every character. Each shape is repeated up to the wanted number of
 * characters.
 */
const repeated =
  (unit: string, { before = '', after = '' } = {}) =>
  (characters: number): string => {
    const count = Math.max(1, Math.floor((characters - before.length - after.length) / unit.length))
    return before + unit.repeat(count) + after
  }

/** The first half consists of opening tags, the second of closing tags. */
const nested =
  (open: string, close: string) =>
  (characters: number): string => {
    const count = Math.max(1, Math.floor(characters / (open.length + close.length)))
    return open.repeat(count) + close.repeat(count)
  }

export const costlyMarkup = {
  'bold tags that are never closed': repeated('<b>'),
  'bold tags, nested and closed': nested('<b>', '</b>'),
  'lists in lists': repeated('<ul><li>'),
  'lists in lists, closed': nested('<ul><li>', '</li></ul>'),
  'quotations in quotations': repeated('<blockquote>x'),
  'tags of many names, closed in the wrong order': repeated('<b><i><u><s></b></i></u></s>'),
  'paragraphs inside removed tags': repeated('<p><div><p><table>'),
  'links inside links': repeated('<a href="https://x.example/">'),
  'small closed elements': repeated('<b>x</b>'),
  'spans with a size': repeated('<span class="ql-size-huge">x</span>'),
  'line breaks': repeated('<br>'),
  'closing tags without an opening': repeated('</b>'),
  'closing tags that fit none of a deep stack': repeated('</i>', { before: '<b>'.repeat(90) }),
  'signs that open no tag': repeated('<'),
  'tags that never end': repeated('<a '),
  'one tag with many attributes': (characters: number): string => {
    const count = Math.max(1, Math.floor(characters / 10))
    return `<p ${Array.from({ length: count }, (_, at) => `a${at}=1`).join(' ')}>x</p>`
  },
  'a very long class list': repeated('ql-size-x ', { before: '<span class="', after: '">x</span>' }),
  'references without an end': repeated('&amp'),
  'numeric references': repeated('&#768;'),
  'comments that never end': repeated('<!--'),
  'short comments': repeated('<!---->'),
  'CDATA sections that never end': repeated('<![CDATA['),
  'processing instructions': repeated('<?a'),
  'quotes inside tags that never end': repeated('<a b="\''),
  'removed elements in each other': repeated('<svg><style>'),
  'scripts that never end': repeated('<script>'),
  'escaped tags': repeated('&lt;b&gt;'),
} as const satisfies Record<string, (characters: number) => string>

/** Ten times the input may cost twelve times as much, plus some time for garbage collection. */
const growth = { times: 10, mostTimes: 12, slackMs: 100 }
const usualCharacters = 5_000

/**
 * An apparently costly shape is measured again: a busy machine distorts a single measurement, but a costly reader stays
 * costly.
 */
const mostMeasurements = 4

/**
 * Returns the shapes of which ten times as much costs more than twelve times as much. `cpuMs` counts processor time,
 * because on a busy machine wall time measures other processes.
 */
export function findCostlyShapes(
  read: (markup: string) => unknown,
  cpuMs: () => number,
  {
    shapes = costlyMarkup,
    characters = usualCharacters,
  }: {
    readonly shapes?: Readonly<Record<string, (characters: number) => string>>
    /** The smaller of the two lengths. A reader that is fast at first needs more to show its cost. */
    readonly characters?: number
  } = {},
): readonly string[] {
  const measureCost = (markup: string): number => {
    const from = cpuMs()
    read(markup)
    return cpuMs() - from
  }
  return Object.entries(shapes).flatMap(([name, make]) => {
    const [small, large] = [make(characters), make(characters * growth.times)]
    let costs = ''
    for (let measured = 0; measured < mostMeasurements; measured += 1) {
      const [few, many] = [measureCost(small), measureCost(large)]
      if (many <= growth.mostTimes * few + growth.slackMs) return []
      costs = `${few.toFixed(1)} ms, then ${many.toFixed(1)} ms`
    }
    return [`${name}: ${costs}`]
  })
}

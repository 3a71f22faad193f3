import { benches } from './benches.ts'

/** Runs one bench in a separate process, so that it is not affected by memory another has left. */
export interface Wanted {
  readonly name: string
  readonly args: readonly string[]
}

process.once('message', async ({ name, args }: Wanted) => {
  const log = (what: string) => process.stderr.write(`${name}: ${what}\n`)
  try {
    const bench = await benches[name]?.()
    process.send?.({ answer: await bench?.({ isQuick: args.includes('--quick'), args, log }) })
  } catch (failure) {
    process.send?.({ failure: failure instanceof Error ? failure.message : String(failure) })
  }
})
process.once('disconnect', () => process.exit())

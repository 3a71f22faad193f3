import { runSeed } from './run.ts'
const from = Number(process.argv[2] ?? 1),
  count = Number(process.argv[3] ?? 1)
const t = performance.now()
let bad = 0
for (let seed = from; seed < from + count; seed += 1) {
  const r = await runSeed(seed, {
    fault: (process.argv[4] as never) ?? null,
    ...(count === 1 && { trace: (line: string) => process.stdout.write(line + '\n') }),
  })
  if (r.failures.length > 0) {
    bad++
    process.stdout.write(`seed ${seed}: ${r.failures[0]}\n`)
  }
  if (count === 1) process.stdout.write(JSON.stringify(r) + '\n')
}
process.stdout.write(`${bad} bad of ${count} in ${performance.now() - t} ms\n`)
